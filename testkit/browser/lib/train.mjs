// What a person does in the logger, by taps.

// Logs every set as it is meant, in the order of the page; gives how many.
export async function logAll(page) {
  await page.locator("li.set[data-state=now]").waitFor();
  const all = await page.locator("li.set").count();
  for (let done = 0; done < all; done++) await page.locator("li.set[data-state=now] .check").tap();
  return all;
}

// Finishes the session, with an effort from 5 to 10, and comes to its summary.
export async function finish(page, { effort }) {
  await page.locator("#finish").tap();
  await page.locator(`dialog[open] label:has([name=session_rpe][value="${effort * 10}"])`).tap();
  await page.locator("dialog[open] button.primary").tap();
  await page.waitForURL("**/summary");
}
