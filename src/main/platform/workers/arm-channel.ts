import type { MessagePort } from 'node:worker_threads'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import { armFailure } from '../../../shared/methods/external-arms-words.ts'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import type { ArmCall, ArmCaller, ArmReply } from '../../kernel/external-arm.ts'

/**
 * Arms are run from the main thread, which outlives a worker that is ended: what a worker had begun would be left
 * running. Workers ask through their port.
 */
export type ArmQuestion =
  | { readonly kind: 'run-arm'; readonly id: number; readonly call: ArmCall }
  | { readonly kind: 'stop-arm'; readonly id: number }

type ArmAnswer = {
  readonly kind: 'arm-ended'
  readonly id: number
  /** Null where it was cancelled. */
  readonly reply: ArmReply | null
}

/** Questions of one thread are numbered together: several jobs may share it. */
let lastId = 0

/** The worker's end. */
export function createRemoteArms(port: MessagePort): ArmCaller {
  return {
    call: (call, signal) => {
      if (signal.aborted) return Promise.reject(new Cancelled())
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        const post = (question: ArmQuestion): void => port.postMessage(question)
        const stop = (): void => post({ kind: 'stop-arm', id })
        const receive = (message: ArmAnswer | { readonly kind: string; readonly id?: undefined }): void => {
          if (message.kind !== 'arm-ended' || message.id !== id) return
          port.off('message', receive)
          signal.removeEventListener('abort', stop)
          if (message.reply === null) reject(new Cancelled())
          else resolve(message.reply)
        }
        port.on('message', receive)
        signal.addEventListener('abort', stop)
        post({ kind: 'run-arm', id, call })
      })
    },
  }
}

/** The main thread's end: runs the arms of one job. */
export function serveArms(arms: ArmCaller | undefined, port: Pick<MessagePort, 'postMessage'>) {
  const open = new Map<number, AbortController>()
  let isStopped = false
  const run = async ({ id, call }: Extract<ArmQuestion, { kind: 'run-arm' }>): Promise<void> => {
    const controller = new AbortController()
    open.set(id, controller)
    if (isStopped) controller.abort()
    const answer = (reply: ArmReply | null): void =>
      port.postMessage({ kind: 'arm-ended', id, reply } satisfies ArmAnswer)
    try {
      answer(arms === undefined ? createNoArmsReply() : await arms.call(call, controller.signal))
    } catch (error) {
      answer(error instanceof Cancelled ? null : createBrokenOffReply(error))
    } finally {
      open.delete(id)
    }
  }
  return {
    receive: (question: ArmQuestion): void => {
      if (question.kind === 'run-arm') void run(question)
      else open.get(question.id)?.abort()
    },
    /** Ends every arm at once, and those that would follow; for a job that is cancelled or gone. */
    stop: (): void => {
      isStopped = true
      for (const controller of open.values()) controller.abort()
    },
  }
}

function createNoArmsReply(): ArmReply {
  return createBrokenOffReply(new Error('nothing here runs arms'))
}

function createBrokenOffReply(error: unknown): ArmReply {
  const why = `${describeError(error)}.`
  const { code, message, figures } = armFailure('arm-not-started', { arm: 'The arm', why })
  return { kind: 'failed', code, message, figures }
}
