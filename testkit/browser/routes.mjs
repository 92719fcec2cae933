// Every page of the app. What stands in braces is taken from the demo athlete; a page without braces is opened for
// somebody new as well.

export const BEFORE_SIGN_IN = ["/sign-in", "/setup", "/join", "/reset", "/offline", "/errors/gate_open"];

// Of somebody who coaches others and does not train here.
export const OF_COACHES = ["/more", "/more/athletes"];

export const PAGES = [
  "/",
  "/sessions/{active}",
  "/sessions/{active}/swap?exercise={exercise}",
  "/sessions/{planned}/gate",
  "/sessions/{done}/summary",
  "/chat",
  "/flow",
  "/flow?again={workout}",
  "/flow/{workout}",
  "/plan",
  "/plan/versions",
  "/progress",
  "/progress/{exercise}",
  "/progress/decisions",
  "/progress/review",
  "/progress/report/{week}",
  "/progress/report/{month}",
  "/meals",
  "/meals/day/{date}",
  "/meals/day/{date}/{slot}/swap",
  "/meals/day/{date}/{slot}/instead",
  "/meals/recipes",
  "/meals/recipes/{recipe}",
  "/meals/shopping",
  "/meals/pantry",
  "/meals/targets",
  "/meals/profile",
  "/meals/times",
  "/meals/diary",
  "/welcome",
  "/more",
  "/more/profile",
  "/more/equipment",
  "/more/consent",
  "/more/exercises",
  "/more/exercises/{exercise}",
  "/more/templates",
  "/more/templates/{template}",
  "/more/wellbeing",
  "/more/account",
  "/more/data",
  "/more/grants",
  "/more/admin",
];

// What the braces stand for. The athlete gets a session to do and one that runs, since the day of the week decides
// whether there is one.
export async function places(program) {
  const done = (await program.call("GET", "/api/sessions?status=done")).items.at(-1);
  const active = await program.call("POST", "/api/sessions", { wanted: { intent: "full_body" }, bonus: true });
  await program.call("POST", `/api/sessions/${active.id}/gate/skip`);
  const planned = await program.call("POST", "/api/sessions", { wanted: { intent: "upper" }, bonus: true });
  const words = { instructions_text: "avoid: deadlift\nI hate burpees", duration_minutes: 20, planner: "rules" };
  const { workout } = await program.call("POST", "/api/flow/plan", words);
  const meal = (await program.call("GET", "/api/meals")).plan.at(-1).item;
  const [template] = await program.call("GET", "/api/templates");
  return {
    done: done.id,
    active: active.id,
    planned: planned.id,
    exercise: active.exercises[0].exercise_key,
    date: meal.date,
    slot: meal.slot,
    recipe: meal.recipe_id,
    template: template.id,
    workout: workout.workout_id,
    // The report of last week is ready on Monday at six.
    week: week(new Date(Date.now() - 14 * 86_400_000)),
    month: new Date(Date.now() - 35 * 86_400_000).toISOString().slice(0, 7),
  };
}

// The ISO week of a day: that of its Thursday.
function week(day) {
  const thursday = new Date(day);
  thursday.setUTCDate(day.getUTCDate() + 3 - ((day.getUTCDay() + 6) % 7));
  const days = (thursday - Date.UTC(thursday.getUTCFullYear(), 0, 1)) / 86_400_000;
  return `${thursday.getUTCFullYear()}-W${String(Math.floor(days / 7) + 1).padStart(2, "0")}`;
}

export const fill = (path, places) => path.replace(/\{(\w+)\}/g, (_, name) => places[name]);
export const needsData = (path) => path.includes("{");
