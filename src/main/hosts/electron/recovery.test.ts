import { EventEmitter } from 'node:events'
import type { MessageBoxOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { setUpRecovery } from './recovery.ts'

/** A page whose process ends or hangs, and a person who gives one answer to whatever is asked. */
function setUp(response: number) {
  const contents = Object.assign(new EventEmitter(), {
    reload: vi.fn<() => void>(),
    forcefullyCrashRenderer: vi.fn<() => void>(),
  })
  const questions: MessageBoxOptions[] = []
  const quit = vi.fn<() => void>()
  const error = vi.fn<(event: string, fields?: object) => void>()
  setUpRecovery(contents as never, {
    ask: async (question) => {
      questions.push(question)
      return { response, checkboxChecked: false }
    },
    quit,
    log: { error },
  })
  return { contents, questions, quit, error }
}

const crash = { reason: 'crashed', exitCode: 5 }

describe('a page whose process has ended', () => {
  it('is loaded again when the person says so', async () => {
    const { contents, questions, error } = setUp(0)
    contents.emit('render-process-gone', {}, crash)
    await vi.waitFor(() => expect(contents.reload).toHaveBeenCalledTimes(1))
    expect(questions[0]).toMatchObject({
      message: 'The window stopped working',
      detail: expect.stringContaining('crashed, code 5'),
    })
    expect(error).toHaveBeenCalledWith('page-ended', { code: 'crashed', status: 5 })
  })

  it('lets the person quit', async () => {
    const { contents, quit } = setUp(1)
    contents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 9 })
    await vi.waitFor(() => expect(quit).toHaveBeenCalledTimes(1))
    expect(contents.reload).not.toHaveBeenCalled()
  })

  it('asks once while the question stands, and again when the page ends again', async () => {
    const { contents, questions } = setUp(0)
    contents.emit('render-process-gone', {}, crash)
    contents.emit('unresponsive')
    await vi.waitFor(() => expect(contents.reload).toHaveBeenCalledTimes(1))
    expect(questions).toHaveLength(1)
    contents.emit('render-process-gone', {}, crash)
    await vi.waitFor(() => expect(contents.reload).toHaveBeenCalledTimes(2))
  })

  it('is none of our business when its window was closed', () => {
    const { contents, questions } = setUp(0)
    contents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 })
    expect(questions).toEqual([])
  })
})

describe('a page that hangs', () => {
  it('is waited for', async () => {
    const { contents, questions } = setUp(0)
    contents.emit('unresponsive')
    await vi.waitFor(() => expect(questions).toHaveLength(1))
    expect(contents.forcefullyCrashRenderer).not.toHaveBeenCalled()
  })

  it('is ended and loaded again', async () => {
    const { contents } = setUp(1)
    contents.emit('unresponsive')
    await vi.waitFor(() => expect(contents.reload).toHaveBeenCalledTimes(1))
    expect(contents.forcefullyCrashRenderer).toHaveBeenCalledTimes(1)
  })

  it('asks nothing more about the end that was wanted, and again about the next one', async () => {
    const { contents, questions } = setUp(1)
    contents.emit('unresponsive')
    await vi.waitFor(() => expect(contents.reload).toHaveBeenCalledTimes(1))
    contents.emit('render-process-gone', {}, crash)
    expect(questions).toHaveLength(1)
    contents.emit('did-finish-load')
    contents.emit('render-process-gone', {}, crash)
    expect(questions).toHaveLength(2)
  })
})
