//! Pictures of the places to train, one per tier of equipment (EX-5).

use crate::markup::Markup;

/// The ground, what is filled, and what is a stroke; on a sheet of 160 × 96.
struct Scene {
    tier: &'static str,
    fills: &'static str,
    strokes: &'static str,
}

const SCENES: &[Scene] = &[
    Scene {
        // A push-up on a mat.
        tier: "bodyweight",
        fills: "M24 82h112v5H24zM122 46a7 7 0 1 1-14 0a7 7 0 0 1 14 0z",
        strokes: "M106 55L42 76M106 55l2 26M98 58l2 23M42 76l-6 6",
    },
    Scene {
        // A pair of dumbbells, one large, one small.
        tier: "dumbbells",
        fills: "M22 46h10v40H22zM34 40h11v46H34zM83 40h11v46H83zM96 46h10v40H96z\
                M114 68h6v18h-6zM122 64h6v22h-6zM142 64h6v22h-6zM150 68h6v18h-6z",
        strokes: "M45 60h38M45 67h38M128 73h14M128 77h14",
    },
    Scene {
        // A rack with a loaded bar over a bench.
        tier: "home",
        fills: "M14 18h8v44h-8zM24 26h5v28h-5zM138 18h8v44h-8zM131 26h5v28h-5zM56 66h48v7H56z",
        strokes: "M6 40h148M44 87V16M116 87V16M38 87h12M110 87h12M64 73v14M96 73v14",
    },
    Scene {
        // A cable tower, a rack of dumbbells and a loaded bar.
        tier: "gym",
        fills: "M16 46h20v6H16zM16 54h20v6H16zM16 62h20v6H16zM16 70h20v6H16z\
                M70 34h8v10h-8zM88 34h8v10h-8zM70 54h8v10h-8zM88 54h8v10h-8z\
                M116 24h6v34h-6zM146 24h6v34h-6z",
        strokes: "M12 87V10h28v77M26 14v32M40 18l16 26M52 46l8-4M64 48h40M64 68h40M64 87V30M104 87V30\
                  M78 39h10M78 59h10M110 41h48M128 87V34M140 87V34M122 87h24",
    },
];

/// Draws the place of a tier; a word that is none gives an empty sheet.
pub(crate) fn place(tier: &str) -> String {
    let mut markup = Markup::default();
    markup.open("svg", &[("class", &"scene"), ("viewBox", &"0 0 160 96"), ("aria-hidden", &true)]);
    markup.empty("path", &[("class", &"ground"), ("d", &"M4 87.5h152")]);
    for scene in SCENES.iter().filter(|scene| scene.tier == tier) {
        markup.empty("path", &[("d", &scene.strokes)]);
        markup.empty("path", &[("class", &"fill"), ("d", &scene.fills)]);
    }
    markup.close("svg");
    markup.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ex_5_every_tier_has_a_picture() {
        for tier in ["bodyweight", "dumbbells", "home", "gym"] {
            assert_eq!(place(tier).matches("<path").count(), 3, "{tier}");
        }
        assert_eq!(place("moon").matches("<path").count(), 1);
    }
}
