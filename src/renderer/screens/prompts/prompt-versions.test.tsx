import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Prompt } from '../../../shared/prompts/prompt-types.ts'
import { choose, drawWithEngine, readTableTexts } from '../../testing/draw.tsx'
import { run } from '../condense/result/testing/run-of.ts'
import { PromptCompare, PromptVersions } from './prompt-versions.tsx'

const prompt: Prompt = {
  id: 'mine',
  name: 'Mine',
  purpose: 'conversation',
  isBuiltIn: false,
  versions: [
    { version: 1, text: 'Old text', note: '', createdTs: Date.UTC(2026, 0, 1) },
    { version: 2, text: 'New', note: 'shorter', createdTs: Date.UTC(2026, 0, 2) },
  ],
}
const uses = Array.from({ length: 14 }, (_, place) => ({ version: 2, runId: `r${place}` }))
const answers = {
  'prompts.uses': () => uses,
  'runs.list': () => uses.map(({ runId }) => ({ ...run, id: runId })),
  'preferences.all': () => ({}),
  'preferences.set': () => undefined,
}

describe('the versions of a prompt', () => {
  it('have their notes, lengths and uses, the newest first', async () => {
    drawWithEngine(<PromptVersions prompt={prompt} />, answers)
    expect(await screen.findByText('and 2 more')).toBeDefined()
    const [, newest, oldest] = readTableTexts(screen.getByRole('table'))
    expect(newest?.[0]).toBe('2')
    expect(newest?.slice(2, 4)).toEqual(['3', 'shorter'])
    expect(newest?.[5]).toBe('')
    expect(oldest?.slice(2)).toEqual(['8', '–', 'no run yet', 'Edit from version 1'])
    expect(screen.getByRole('link', { name: '2' }).getAttribute('href')).toBe('/prompts/mine/compare/1/2')
    expect(screen.getAllByRole('link', { name: /^Run of/ })).toHaveLength(12)
  })

  it('are only read where the prompt is built in', () => {
    drawWithEngine(<PromptVersions prompt={{ ...prompt, isBuiltIn: true }} />, answers)
    expect(screen.queryByRole('button', { name: /^Edit from/ })).toBeNull()
    expect(screen.getAllByText('with Dewpoint')).toHaveLength(2)
  })

  it('become a draft of the next one', async () => {
    const { user, calls, addresses } = drawWithEngine(<PromptVersions prompt={prompt} />, answers)
    await user.click(screen.getByRole('button', { name: 'Edit from version 1' }))
    await waitFor(() => expect(addresses.at(-1)).toBe('/prompts/mine'))
    expect(calls).toContainEqual([
      'preferences.set',
      { key: 'draft.prompt.mine', value: { text: 'Old text', note: 'As version 1' } },
    ])
  })

  it('are compared as the address says', async () => {
    const { user, addresses } = drawWithEngine(
      <PromptCompare prompt={prompt} before={1} after={3} />,
      answers,
    )
    expect(screen.getByText('This prompt has no such version.')).toBeDefined()
    await choose(user, 'From', /^Version 2/)
    expect(addresses.at(-1)).toBe('/prompts/mine/compare/2/3')
  })
})
