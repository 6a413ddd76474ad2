import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { LiveContext, LossForecast } from '../../../shared/timeline/types.ts'
import { drawWithEngine } from '../../testing/draw.tsx'
import { WindowNow } from './window-now.tsx'

const live: LiveContext = {
  contextTokens: 100_000,
  model: 'm',
  windowTokens: 200_000,
  trigger: { tokens: 150_000, from: 'settings' },
  growths: [1000, 4000],
  growthTokens: null,
  turnsLeft: null,
  fills: [
    { kind: 'tool-result', tool: 'Read', path: '/w/a.ts', tokens: 60_000, messageIndex: 7 },
    { kind: 'prefix', tool: null, path: null, tokens: 40_000, messageIndex: null },
  ],
}
const loss: LossForecast = {
  method: 'claude-code',
  label: 'Claude Code',
  isExtracted: true,
  tokensBefore: 50_000,
  tokensAfter: 9000,
  things: 3,
  lost: Array.from({ length: 14 }, (_, at) => ({
    kind: 'file',
    text: `/w/${at}.ts`,
    tokens: 900 - at,
    messageIndex: at,
  })),
}
const draw = (forecast: LossForecast | null) =>
  drawWithEngine(<WindowNow taskId="t" />, { 'timeline.live': () => live, 'timeline.loss': () => forecast })

it('shows how full the window is and where its agent condenses', async () => {
  draw(loss)
  const gauge = await screen.findByRole('meter', { name: 'Use of the window' })
  expect(gauge.getAttribute('aria-valuetext')).toMatch(/^50\.0.% used, condensed at 75/)
  expect(screen.getByText(/condenses in about 50,000 tokens, as its agent is set/)).toBeDefined()
  expect(screen.getByRole('img', { name: 'Growth of the last requests: 1,000, 4,000' })).toBeDefined()
})

it('says what would be gone as a forecast, the largest first, each with its message', async () => {
  draw(loss)
  const section = await screen.findByRole('region', { name: 'If it condensed now' })
  expect(
    await within(section).findByText(
      /^A forecast by Claude Code’s rules with an extract in place of its model: 50,000 → 9,000 tokens/,
    ),
  ).toBeDefined()
  expect(within(section).getByRole('link', { name: '#0' }).getAttribute('href')).toBe('/task/t/messages/0')
  expect(within(section).getByText('and 2 smaller ones')).toBeDefined()
})

it('says that there is no forecast where nobody knows the rules', async () => {
  draw(null)
  expect(await screen.findByText(/^No forecast/)).toBeDefined()
})
