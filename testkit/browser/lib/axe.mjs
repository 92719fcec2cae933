// What axe-core finds on a page. It is put in past the content policy by the debugging protocol, so that the page under
// test keeps its policy.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// Findings that keep somebody from using the page, one line each; with `only`, of these rules alone.
export async function findings(page, only) {
  if (!(await page.evaluate(() => "axe" in window))) {
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", { expression: source });
    await session.detach();
  }
  const violations = await page.evaluate(async (only) => {
    const which = only ? { runOnly: only } : { rules: { "target-size": { enabled: true } } };
    return (await window.axe.run(document, { resultTypes: ["violations"], ...which })).violations;
  }, only);
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.html.slice(0, 200)} ${node.any[0]?.message ?? ""}`),
  );
}
