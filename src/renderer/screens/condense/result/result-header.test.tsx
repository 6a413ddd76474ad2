import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { ResultHeader } from './result-header.tsx'
import { run } from './testing/run-of.ts'

function drawHeader(patch: Partial<RunSummary> = {}, expanded = {}) {
  return drawWithEngine(<ResultHeader run={{ ...run, ...patch }} />, {
    'runs.expand': () => ({
      verified: true,
      sameBytes: true,
      restoredFromStore: 0,
      messages: [{}, {}],
      ...expanded,
    }),
    'presets.list': () => [],
    'runs.start': () => ({ ...run, id: 'next' }),
    'prompts.list': () => [
      { id: 'mine', name: 'Mine', purpose: 'conversation', isBuiltIn: false, versions: [] },
    ],
  })
}

const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

describe('the header of a result', () => {
  it.each<[RunSummary['status'], readonly string[]]>([
    ['condensed', ['Continue in its agent', 'Expand', 'Download JSON', 'Settings', 'Run again']],
    ['failed', ['Settings', 'Run again']],
    ['unchanged', ['Settings', 'Run again']],
  ])('offers what a %s run allows', (status, names) => {
    drawHeader({ status })
    expect(buttons()).toEqual(names)
  })

  it('offers nothing while the run works', () => {
    drawHeader({ status: 'running' })
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  it('links model and prompt, and says who chose the prompt', async () => {
    drawHeader({
      model: { profileId: 'sonnet', label: 'Sonnet' },
      prompt: { promptId: 'mine', version: 2, from: 'policy' },
      isAutomatic: true,
    })
    expect((await screen.findByRole('link', { name: 'Mine v2 (of the policy)' })).getAttribute('href')).toBe(
      '/prompts/mine',
    )
    expect(screen.getByRole('link', { name: 'Sonnet' }).getAttribute('href')).toBe('/profiles/sonnet')
    expect(document.body.textContent).toContain('by a trigger')
  })

  it('names a prompt that is gone without a link', () => {
    drawHeader({ prompt: { promptId: 'lost', version: 1 } })
    expect(document.body.textContent).toContain('removed prompt v1')
    expect(screen.queryByRole('link', { name: /removed/ })).toBeNull()
  })

  it.each([
    [{}, 'byte for byte, 2 messages, from the result alone.'],
    [{ sameBytes: false }, 'in a file laid out differently'],
    [
      { verified: false, restoredFromStore: 3 },
      'Not verified: the expanded result differs from the source, 2 messages, 3 parts of it from the store.',
    ],
  ])('says what expanding gives: %o', async (expanded, sentence) => {
    const { user } = drawHeader({}, expanded)
    await user.click(screen.getByRole('button', { name: 'Expand' }))
    const answer = await screen.findByRole('status')
    expect(answer.textContent).toContain(sentence)
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  })

  it('starts the same run again and goes to it', async () => {
    const { user, addresses } = drawHeader()
    await user.click(screen.getByRole('button', { name: 'Run again' }))
    await waitFor(() => expect(addresses.at(-1)).toBe(`/task/${run.taskId}/methods/run/next`))
  })
})
