import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import type { Opened } from '../../../shared/library/tasks-contract.ts'
import { createGrants } from './grants.ts'
import type { LaunchRequest } from './launch-arguments.ts'
import { collectLaunchRequests, followLaunchRequest } from './launch-requests.ts'

function collected() {
  const app = new EventEmitter()
  // The queue only listens.
  return { app, queue: collectLaunchRequests(app as never) }
}

const event = { preventDefault: () => undefined }

describe('later launches', () => {
  it('wait for the window and are followed in order', () => {
    const { app, queue } = collected()
    app.emit('open-url', event, 'dewpoint://run/r1')
    app.emit('open-file', event, '/home/a/task')
    const followed: LaunchRequest[] = []
    queue((request) => followed.push(request))
    app.emit('second-instance', {}, [], '', { targets: ['/home/a/other'] })
    app.emit('activate')
    expect(followed).toEqual([
      { link: 'dewpoint://run/r1' },
      { targets: ['/home/a/task'] },
      { targets: ['/home/a/other'] },
      {},
    ])
  })

  it.each([undefined, null, 'x', { targets: 1 }])('that forward %j only show the window', (forwarded) => {
    const { app, queue } = collected()
    const followed: LaunchRequest[] = []
    queue((request) => followed.push(request))
    app.emit('second-instance', {}, [], '', forwarded)
    expect(followed).toEqual([{}])
  })
})

function dependencies(show: () => Promise<Opened>) {
  const grants = createGrants({ now: () => 0, randomToken: () => 'token', lifetimeMs: 1000 })
  return {
    grants,
    tasks: { show: vi.fn<(input: unknown) => Promise<Opened>>(show) },
    window: {
      show: vi.fn<() => Promise<void>>(async () => undefined),
      send: vi.fn<(command: string) => void>(),
    },
    showError: vi.fn<(title: string, message: string) => void>(),
  }
}

function opened(ids: readonly string[]): Opened {
  // Only the ids are looked at.
  return {
    tasks: ids.map((id) => ({ id })),
    problems: [{ file: '', place: '', reason: 'no history', severity: 'error' }],
  } as never
}

describe('a launch', () => {
  it('shows the window when it asks for nothing', async () => {
    const given = dependencies(async () => opened([]))
    await followLaunchRequest(given, {})
    expect(given.window.show).toHaveBeenCalledOnce()
    expect(given.window.send).not.toHaveBeenCalled()
    expect(given.tasks.show).not.toHaveBeenCalled()
  })

  it('opens its folder by a grant and goes to the messages', async () => {
    const given = dependencies(async () => opened(['t1']))
    await followLaunchRequest(given, { targets: ['/home/a/task'] })
    expect(given.tasks.show).toHaveBeenCalledExactlyOnceWith({ kind: 'grant', token: 'token' })
    expect(given.grants.take('token')).toBe('/home/a/task')
    expect(given.window.send).toHaveBeenCalledExactlyOnceWith('navigate:/task/t1/messages')
  })

  it('goes to Home when the folder holds several tasks', async () => {
    const given = dependencies(async () => opened(['t1', 't2']))
    await followLaunchRequest(given, { targets: ['/home/a/tasks'] })
    expect(given.window.send).toHaveBeenCalledExactlyOnceWith('navigate:/home')
  })

  it('opens all of several folders and names the one that cannot be opened', async () => {
    const given = dependencies(async () => opened(['t1']))
    given.tasks.show.mockRejectedValueOnce(new Error('No such folder.'))
    await followLaunchRequest(given, { targets: ['/none', '/a', '/b'] })
    expect(given.showError).toHaveBeenCalledExactlyOnceWith(
      'Not all could be opened',
      '/none: No such folder.',
    )
    expect(given.window.send).toHaveBeenCalledExactlyOnceWith('navigate:/home')
  })

  it.each([
    ['nothing was found', async () => opened([]), 'no history'],
    ['it cannot be read', () => Promise.reject(new Error('No such folder.')), 'No such folder.'],
  ])('says so when %s', async (_what, open, reason) => {
    const given = dependencies(open)
    await followLaunchRequest(given, { targets: ['/home/a/none'] })
    expect(given.showError).toHaveBeenCalledExactlyOnceWith('Nothing to open', `/home/a/none: ${reason}`)
    expect(given.window.send).not.toHaveBeenCalled()
  })

  it('does not follow a link that it does not know', async () => {
    const given = dependencies(async () => opened([]))
    await followLaunchRequest(given, { link: 'dewpoint://unknown/x' })
    expect(given.window.send).not.toHaveBeenCalled()
  })
})
