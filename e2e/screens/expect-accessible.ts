import axe from 'axe-core'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixtures/app.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Rules that can hold in one theme and be broken in the other. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * No serious or critical violation of accessibility on what is shown now, in either theme. Where only a part of the page
 * is new since it was last examined, such as a dialog, `part` is examined alone.
 */
export async function expectAccessible(page: Page, part: Locator = page.locator('html')): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  expect(await graveViolations(part)).toEqual([])
  const [now, other] = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches
      ? (['dark', 'light'] as const)
      : (['light', 'dark'] as const),
  )
  await showTheme(page, other)
  expect(await graveViolations(part, rulesOfColour), `in the ${other} theme`).toEqual([])
  await showTheme(page, now)
}

/** Of all rules, or of these. */
function graveViolations(part: Locator, rules?: readonly string[]): Promise<string[]> {
  return part.evaluate(async (element, only) => {
    const { violations } = await window.axe.run(element, {
      resultTypes: ['violations'],
      ...(only === undefined ? {} : { runOnly: { type: 'rule', values: only } }),
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  }, rules?.slice())
}

async function showTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
}
