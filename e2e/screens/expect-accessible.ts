import type { Locator, Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from '../fixtures/app.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** Rules that can hold in one theme and be broken in the other. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block']

/**
 * No serious or critical violation of accessibility on what is shown now, in either theme: the page stays in the other one,
 * so that each examination changes it once. Where only a part of the page is new since it was last examined, such as a
 * dialog, `part` is examined alone.
 */
export async function expectAccessible(page: Page, part: Locator = page.locator('html')): Promise<void> {
  expect(await graveViolations(part)).toEqual([])
  const other = await page.evaluate(() =>
    matchMedia('(prefers-color-scheme: dark)').matches ? 'light' : 'dark',
  )
  await showTheme(page, other)
  expect(await graveViolations(part, rulesOfColour), `in the ${other} theme`).toEqual([])
}

/** Serious and critical violations in a part of the page, of all rules or of these. */
export async function graveViolations(part: Locator, rules?: readonly string[]): Promise<string[]> {
  const page = part.page()
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return part.evaluate(async (element, only) => {
    // What is still fading in has other colours.
    const moving = document
      .getAnimations()
      .filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(moving.map((each) => each.finished))
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
