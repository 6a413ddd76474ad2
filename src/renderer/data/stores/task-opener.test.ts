import { ORPCError } from '@orpc/client'
import { describe, expect, it } from 'vitest'
import type { Client } from '../connection/client.ts'
import { createTaskOpener } from './task-opener.ts'

/** Opens any path but `bad`. The opener uses no other method. */
const client = {
  tasks: {
    show: (source: { path: string }) =>
      source.path === 'bad'
        ? Promise.reject(
            new ORPCError('PROBLEM', {
              message: 'No task here.',
              data: { code: 'unreadable', where: 'bad', hint: 'Choose another.' },
            }),
          )
        : Promise.resolve({
            tasks: [{ id: source.path }],
            problems: [{ file: 'ui_messages.json', place: '', reason: 'cut', severity: 'warning' }],
          }),
  },
} as unknown as Client

describe('opening several sources', () => {
  it('opens what can be opened and names what cannot', async () => {
    let refreshed = 0
    const opener = createTaskOpener(client, () => refreshed++)
    const seen: string[] = []
    opener.subscribe(() => seen.push(opener.snapshot().kind))
    const tasks = await opener.open(['a', 'bad', 'b'].map((path) => ({ kind: 'path', path })))
    expect(tasks.map((task) => task.id)).toEqual(['a', 'b'])
    expect(opener.snapshot()).toMatchObject({
      kind: 'idle',
      report: {
        problems: [{ reason: 'cut' }, { reason: 'cut' }],
        failures: [{ message: 'No task here.', where: 'bad', hint: 'Choose another.' }],
      },
    })
    expect(seen).toEqual(['opening', 'opening', 'opening', 'idle'])
    expect(refreshed).toBe(1)
  })

  it('keeps the report until it is put away', async () => {
    const opener = createTaskOpener(client, () => undefined)
    await opener.open([{ kind: 'path', path: 'bad' }])
    opener.dismiss()
    expect(opener.snapshot()).toEqual({ kind: 'idle', report: null })
  })
})
