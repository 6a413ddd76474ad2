import type { MessagePort } from 'node:worker_threads'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import { Cancelled } from '../../kernel/cancel-signal.ts'
import {
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
  type LanguageModel,
  type ModelFailureCode,
  type ModelInfo,
} from '../../kernel/language-model.ts'

/** Models are asked from the main thread, where keys, budgets and the cache are; workers ask through their port. */
export type ModelQuestion =
  | {
      readonly kind: 'ask'
      readonly id: number
      /** A profile that settings name; null for the model of the run. */
      readonly profileId: string | null
      readonly request: Omit<CompletionRequest, 'signal'>
    }
  | { readonly kind: 'stop-asking'; readonly id: number }

export type ModelReply =
  | { readonly kind: 'answer'; readonly id: number; readonly event: CompletionEvent }
  | { readonly kind: 'end'; readonly id: number; readonly failure: PassedFailure | null }

/** Class instances lose their class between threads. */
type PassedFailure =
  | { readonly kind: 'model'; readonly code: ModelFailureCode; readonly message: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'other'; readonly message: string }

/** Questions of one thread are numbered together: several models share a port. */
let lastId = 0

/** The worker's end: a model whose answers come through the port. */
export function createRemoteModel(
  info: ModelInfo,
  port: MessagePort,
  profileId: string | null,
): LanguageModel {
  return {
    info,
    async *complete({ signal, ...request }) {
      lastId += 1
      const id = lastId
      const replies = listen(port, id)
      const post = (question: ModelQuestion): void => port.postMessage(question)
      const stop = (): void => post({ kind: 'stop-asking', id })
      signal.addEventListener('abort', stop)
      try {
        if (signal.aborted) throw new Cancelled()
        post({ kind: 'ask', id, profileId, request })
        for (;;) {
          const reply = await replies.next()
          if (reply.kind === 'answer') {
            yield reply.event
            continue
          }
          if (reply.failure !== null) throw toError(reply.failure)
          return
        }
      } finally {
        signal.removeEventListener('abort', stop)
        replies.close()
        stop()
      }
    },
  }
}

/** Replies to one question, in order. */
function listen(port: MessagePort, id: number) {
  const waiting: ModelReply[] = []
  let wake: (() => void) | undefined
  const receive = (message: ModelReply | { readonly kind: 'cancel' }): void => {
    if (message.kind === 'cancel' || message.id !== id) return
    waiting.push(message)
    wake?.()
  }
  port.on('message', receive)
  return {
    next: async (): Promise<ModelReply> => {
      for (;;) {
        const first = waiting.shift()
        if (first !== undefined) return first
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
    close: () => port.off('message', receive),
  }
}

function toError(failure: PassedFailure): Error {
  switch (failure.kind) {
    case 'model':
      return new ModelFailure(failure.code, failure.message)
    case 'cancelled':
      return new Cancelled()
    case 'other':
      return new Error(failure.message)
  }
}

/** What answers the questions of a job: by the profile that they name, null for the model of the run. */
export type ModelFinder = (profileId: string | null) => LanguageModel | null

/** The main thread's end: answers the questions of one job. */
export function serveModels(find: ModelFinder, port: MessagePort) {
  const open = new Map<number, AbortController>()
  let isStopped = false
  const answerQuestion = async ({
    id,
    profileId,
    request,
  }: Extract<ModelQuestion, { kind: 'ask' }>): Promise<void> => {
    const controller = new AbortController()
    open.set(id, controller)
    const sendReply = (message: ModelReply): void => port.postMessage(message)
    try {
      // What was on its way when the job was cancelled must not become a call.
      if (isStopped) throw new Cancelled()
      const model = find(profileId)
      if (model === null) throw new ModelFailure('handler-invalid', 'No model was given to this run.')
      for await (const event of model.complete({ ...request, signal: controller.signal })) {
        sendReply({ kind: 'answer', id, event })
      }
      sendReply({ kind: 'end', id, failure: null })
    } catch (error) {
      sendReply({ kind: 'end', id, failure: toPassed(error) })
    } finally {
      open.delete(id)
    }
  }
  return {
    receive: (question: ModelQuestion): void => {
      if (question.kind === 'ask') void answerQuestion(question)
      else open.get(question.id)?.abort()
    },
    /** Stops every answer at once, and those that would follow; for a job that is cancelled or gone. */
    stop: (): void => {
      isStopped = true
      for (const controller of open.values()) controller.abort()
    },
  }
}

function toPassed(error: unknown): PassedFailure {
  if (error instanceof ModelFailure) return { kind: 'model', code: error.code, message: error.message }
  if (error instanceof Cancelled) return { kind: 'cancelled' }
  return { kind: 'other', message: describeError(error) }
}
