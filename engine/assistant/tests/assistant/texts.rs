//! Every code has words in both languages.

use assistant::{
    failure::FailureCode,
    fault::{Fault, FaultCode},
    input::history::LineCode,
};
use domain::{
    reason::Facts,
    voice::{Locale, Voice},
};

#[test]
fn l_34_every_code_has_a_text_in_both_languages() {
    for locale in [Locale::En, Locale::Ru] {
        let voice = Voice::new(locale);
        for (kind, words) in
            [("fault", FaultCode::WORDS), ("flow-failure", FailureCode::WORDS), ("line", LineCode::WORDS)]
        {
            for word in words {
                assert!(
                    voice.text(&format!("{kind}-{word}"), &Facts::new()).is_some(),
                    "{kind}-{word} in {locale}"
                );
            }
        }
    }
    for code in FailureCode::ALL.iter().filter(|code| code.is_of_model()) {
        for locale in [Locale::En, Locale::Ru] {
            assert!(
                Voice::new(locale).text(&format!("model-{code}"), &Facts::new()).is_some(),
                "model-{code} in {locale}"
            );
        }
    }
    let fault =
        Fault { pointer: "/x".into(), code: FaultCode::TimeOver, expected: "1".into(), found: "2".into() };
    assert_eq!(fault.message(Locale::Ru), "тренировка слишком долгая, или её время указано неверно");
}
