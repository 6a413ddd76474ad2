import { expect, it } from 'vitest'
import { createLiveJobs } from './live-jobs.ts'
import { collectEvents } from './testing/collect-events.ts'

/** One job, `a`, that goes on until it is cancelled or ended. */
function beginJob() {
  const jobs = createLiveJobs<string>()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let push: (event: string) => void = () => undefined
  jobs.begin('a', {
    run: (options) => {
      push = options.push
      options.signal.addEventListener('abort', () => resolve())
      return promise
    },
    readLast: () => Promise.resolve('last'),
  })
  return { jobs, tell: (event: string) => push(event), end: resolve, fail: reject }
}

it('tells all who watch, each with what came before it, and lets nobody watch what has ended', async () => {
  const { jobs, tell, end } = beginJob()
  const first = jobs.watch('a', [], undefined)
  tell('one')
  const second = jobs.watch('a', ['so far'], undefined)
  tell('two')
  end()
  expect(await collectEvents(first)).toEqual(['one', 'two', 'last'])
  expect(await collectEvents(second)).toEqual(['so far', 'two', 'last'])
  expect(jobs.watch('a', [], undefined)).toBeNull()
})

it('goes on when those who watch leave', async () => {
  const { jobs, tell, end } = beginJob()
  const first = jobs.watch('a', [], undefined)
  const second = jobs.watch('a', [], undefined)
  const waiting = first?.next()
  await first?.return()
  expect(await waiting).toMatchObject({ done: true })
  tell('one')
  end()
  expect(await collectEvents(second)).toEqual(['one', 'last'])
})

it('cancels a job and waits for its end', async () => {
  const { jobs } = beginJob()
  const events = jobs.watch('a', [], undefined)
  expect(await jobs.cancel('a')).toBe(true)
  expect(await collectEvents(events)).toEqual(['last'])
  expect(await jobs.cancel('a')).toBe(false)
})

it('tells those who watch of a failure, and nobody else', async () => {
  const { jobs, fail } = beginJob()
  const events = jobs.watch('a', [], undefined)
  fail(new Error('broken'))
  await jobs.close()
  await expect(events?.next()).rejects.toThrow('broken')
})
