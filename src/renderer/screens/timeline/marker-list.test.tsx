import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { TimelineMarker } from '../../../shared/timeline/types.ts'
import { drawWithEngine } from '../../testing/draw.tsx'
import { MarkerList } from './marker-list.tsx'

const at = (messageIndex: number): TimelineMarker => ({
  kind: 'cache-break',
  messageIndex,
  ts: null,
  tokensBefore: null,
  tokensAfter: null,
  costUsd: null,
  text: 'Missed by the vendor.',
})

it('keeps the events in sight in the document, however many there are, and says how many that is', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(56)
  const markers = Array.from({ length: 3000 }, (_, index) => at(2 * index + 1))
  const onPoint = vi.fn<(messageIndex: number) => void>()
  const { user } = drawWithEngine(
    <MarkerList taskId="t" timeline={{ parent: null, markers, notes: [] }} onPoint={onPoint} />,
    {},
  )
  const items = within(await screen.findByRole('list', { name: 'Events' })).getAllByRole('listitem')
  expect(items.length).toBeGreaterThan(5)
  expect(items.length).toBeLessThan(50)
  expect(items[0]?.getAttribute('aria-setsize')).toBe('3000')
  const link = within(items[1] ?? document.body).getByRole('link')
  expect(link.textContent).toBe('Cache break#3Missed by the vendor.')
  await user.hover(link)
  expect(onPoint).toHaveBeenCalledWith(3)
})

it('leads from a condensation to its page, and from any other event to its message', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(56)
  const markers = [at(1), { ...at(3), kind: 'condensation' as const, condensation: 2 }]
  drawWithEngine(
    <MarkerList
      taskId="t"
      timeline={{ parent: null, markers, notes: [] }}
      onPoint={vi.fn<(messageIndex: number) => void>()}
    />,
    {},
  )
  const links = within(await screen.findByRole('list', { name: 'Events' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/task/t/messages/1',
    '/task/t/condensation/2',
  ])
})
