import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LogLevel } from '../../../shared/installation/log-types.ts'
import { openLog, type LogOptions } from './open-log.ts'
import { followLog, readLog } from './read-log.ts'

let dataFolder: string
let folder: string
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'dewpoint-log-'))
  folder = join(dataFolder, 'logs')
})
afterEach(async () => {
  await chmod(dataFolder, 0o700)
  await rm(dataFolder, { recursive: true, force: true })
})

let time = 1000
const open = (more: Partial<LogOptions> = {}) =>
  openLog({ dataFolder, level: 'debug', door: 'test', now: () => (time += 1), ...more })
const read = (filter: Partial<Parameters<typeof readLog>[1]> = {}) =>
  readLog(folder, { lines: 1000, ...filter })
const events = async (filter = {}): Promise<string[]> => (await read(filter)).map(({ event }) => event)

describe('the log', () => {
  it('keeps entries as they were written', async () => {
    const log = open()
    log.warn('run-ended', { runId: 'r', code: 'budget', costUsd: 0.5, ms: 20 })
    log.close()
    expect(await read()).toEqual([
      {
        level: 'warn',
        event: 'run-ended',
        door: 'test',
        pid: process.pid,
        time: expect.any(Number),
        runId: 'r',
        code: 'budget',
        costUsd: 0.5,
        ms: 20,
      },
    ])
    expect((await stat(join(folder, 'dewpoint.1.log'))).mode & 0o777).toBe(0o600)
  })

  it.each<[LogLevel, string[]]>([
    ['off', []],
    ['error', ['a']],
    ['warn', ['a', 'b']],
    ['info', ['a', 'b', 'c']],
    ['debug', ['a', 'b', 'c', 'd']],
  ])('at level %s keeps %j', async (level, kept) => {
    const log = open()
    log.setLevel(level)
    log.error('a')
    log.warn('b')
    log.info('c')
    log.debug('d')
    expect(await events()).toEqual(kept)
    // The same when it is read.
    log.setLevel('debug')
    for (const [own, event] of [
      ['error', 'a'],
      ['warn', 'b'],
      ['info', 'c'],
      ['debug', 'd'],
    ] as const)
      log[own](`late-${event}`)
    if (level === 'off') return
    expect((await events({ level })).filter((event) => event.startsWith('late'))).toEqual(
      kept.map((event) => `late-${event}`),
    )
  })

  it('begins another file when one is full, and keeps five', async () => {
    const log = open({ mostBytes: 500 })
    for (let at = 0; at < 60; at += 1) log.info(`event-${at}`)
    const files = await readdir(folder)
    expect(files).toHaveLength(5)
    for (const file of files) expect((await stat(join(folder, file))).size).toBeLessThan(700)
    const kept = await events()
    expect(kept.at(-1)).toBe('event-59')
    expect(kept).toEqual(kept.toSorted((a, b) => Number(a.slice(6)) - Number(b.slice(6))))
    // Another opening goes on where this one is.
    const other = open({ mostBytes: 500 })
    other.info('event-60')
    expect(await events({ lines: 1 })).toEqual(['event-60'])
  })

  it('gives the newest entries since a moment', async () => {
    const log = open()
    for (const event of ['a', 'b', 'c']) log.info(event)
    const [, second] = await read()
    expect(await events({ sinceTs: second?.time })).toEqual(['b', 'c'])
    expect(await events({ lines: 2 })).toEqual(['b', 'c'])
  })

  it('passes over lines that are no entries, a half-written one among them', async () => {
    await mkdir(folder)
    await writeFile(join(folder, 'dewpoint.1.log'), 'nonsense\n{"level":"info"}\n')
    open().info('real')
    await writeFile(join(folder, 'dewpoint.2.log'), '{"level":"info","time":1,"ev')
    expect(await events()).toEqual(['real'])
  })

  it('is followed as it grows, into the next file as well', async () => {
    const log = open({ mostBytes: 200 })
    log.info('before')
    const controller = new AbortController()
    const heard: string[] = []
    const following = followLog(folder, { level: 'info' }, controller.signal)
    const first = following.next()
    for (const event of ['one', 'two', 'three', 'four']) {
      log.debug('not heard')
      log.info(event)
    }
    for (let next = await first; next.done !== true; next = await following.next()) {
      heard.push(next.value.event)
      if (next.value.event === 'four') controller.abort()
    }
    expect(heard).toEqual(['one', 'two', 'three', 'four'])
  })

  it('is nowhere, and nobody is disturbed, where its folder cannot be made', async () => {
    await writeFile(folder, 'a file stands in its place')
    const log = open()
    log.error('lost')
    expect(log.obstacle()).toBe('EEXIST')
    expect(await read()).toEqual([])
    log.close()
  })

  it('drops entries while the disk is full, and goes on later', async () => {
    // A device that takes nothing stands for a full disk.
    let isFull = true
    const openFile = (path: string): number => openSync(isFull ? '/dev/full' : path, 'a')
    const log = openLog({ dataFolder, level: 'debug', door: 'test', now: () => time, openFile })
    log.info('lost')
    expect(log.obstacle()).toBe('ENOSPC')
    log.info('not even tried')
    isFull = false
    time += 61_000
    log.info('back')
    expect(log.obstacle()).toBeNull()
    expect(await events()).toEqual(['back'])
  })

  it('follows no link and waits for no pipe that comes into its place later', async () => {
    const log = open({ mostBytes: 1 })
    log.info('first')
    await symlink(join(dataFolder, 'elsewhere'), join(folder, 'dewpoint.2.log'))
    log.info('second')
    expect(log.obstacle()).toBe('not-a-file')
    log.close()
    expect(await readdir(dataFolder)).toEqual(['logs'])
  })

  it('takes whole lines from several processes at once', async () => {
    const script = fileURLToPath(new URL('testing/write-entries.ts', import.meta.url))
    const children = [1, 2, 3].map((name) => spawn(process.execPath, [script, dataFolder, String(name)]))
    expect(
      await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0] as unknown)),
    ).toEqual([0, 0, 0])
    const heard = await read({ lines: 10_000 })
    expect(heard).toHaveLength(1500)
    for (const { pid } of children)
      expect(heard.filter((entry) => entry.pid === pid).map(({ calls }) => calls)).toEqual(
        Array.from({ length: 500 }, (_, at) => at),
      )
  })
})
