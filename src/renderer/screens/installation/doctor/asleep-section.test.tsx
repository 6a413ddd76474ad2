import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AsleepThing } from '../../../../shared/kernel/asleep.ts'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { AsleepSection } from './asleep-section.tsx'

const model: AsleepThing = {
  code: 'aa11',
  kind: 'model',
  what: 'The model profile work (Work) asks model-1 at https://evil.example.',
  isForCommandLine: false,
  sinceTs: 1,
}
const key: AsleepThing = {
  code: 'bb22',
  kind: 'key',
  what: 'The key in WORK may go to https://evil.example.',
  isForCommandLine: true,
  sinceTs: 1,
}

function drawThings(things: readonly AsleepThing[]) {
  let left = things
  const take = ({ code }: { readonly code: string }): void =>
    void (left = left.filter((one) => one.code !== code))
  return drawWithEngine(<AsleepSection />, {
    'backups.asleep': () => left,
    'backups.confirm': take,
    'backups.discard': take,
  })
}

describe('what a restored backup would do', () => {
  it('is not there where nothing waits', async () => {
    const { calls } = drawThings([])
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'From a restored backup' })).toBeNull()
  })

  it('is confirmed one by one, and what may run or get a key in a terminal alone', async () => {
    const { user, calls } = drawThings([model, key])
    await screen.findByText(model.what)
    expect(screen.getAllByRole('button', { name: 'Confirm' })).toHaveLength(1)
    expect(screen.getByText('bb22')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Confirm' }))
    await waitFor(() => expect(screen.queryByText(model.what)).toBeNull())
    const discard = screen.getByRole('button', { name: `Throw away: ${key.what}` })
    await waitFor(() => expect(discard).toHaveProperty('disabled', false))
    await user.click(discard)
    await waitFor(() => expect(screen.queryByText(key.what)).toBeNull())
    expect(calls.filter(([method]) => /confirm|discard/.test(method))).toEqual([
      ['backups.confirm', { code: 'aa11' }],
      ['backups.discard', { code: 'bb22' }],
    ])
  })
})
