import type { MessagePort } from 'node:worker_threads'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import { armFailure } from '../../../shared/methods/external-arms-words.ts'
import { Cancelled, type CancelSignal } from '../../kernel/cancel-signal.ts'
import type { ArmCall, ArmCaller, ArmReply } from '../../kernel/external-arm.ts'
import {
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
  type LanguageModel,
  type ModelFailureCode,
  type ModelInfo,
} from '../../kernel/language-model.ts'

/**
 * What workers ask the main thread for, through their port: models, since keys, budgets and the cache are there, and
 * external arms, since it outlives a worker that is ended, and what one had begun would be left running.
 */
type Questions = {
  readonly model: {
    readonly asked: {
      /** A profile that settings name; null for the model of the run. */
      readonly profileId: string | null
      readonly request: Omit<CompletionRequest, 'signal'>
    }
    readonly event: CompletionEvent
  }
  readonly arm: { readonly asked: ArmCall; readonly event: ArmReply }
}

/** What a worker says of its questions. */
export type Question =
  | {
      readonly [Kind in keyof Questions]: {
        readonly kind: 'ask'
        readonly id: number
        readonly of: Kind
        readonly asked: Questions[Kind]['asked']
      }
    }[keyof Questions]
  | { readonly kind: 'stop-asking'; readonly id: number }

type Reply =
  | { readonly kind: 'answer'; readonly id: number; readonly event: unknown }
  | { readonly kind: 'end'; readonly id: number; readonly failure: PassedFailure | null }

/** Class instances lose their class between threads. */
type PassedFailure =
  | { readonly kind: 'model'; readonly code: ModelFailureCode; readonly message: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'other'; readonly message: string }

/** Questions of one thread are numbered together: several jobs and models share a port. */
let lastId = 0

/** The worker's end: a model whose answers come through the port. */
export function createRemoteModel(
  info: ModelInfo,
  port: MessagePort,
  profileId: string | null,
): LanguageModel {
  return {
    info,
    complete: ({ signal, ...request }) => ask('model', { profileId, request }, port, signal),
  }
}

/** The worker's end: arms that the main thread runs. */
export function createRemoteArms(port: MessagePort): ArmCaller {
  return {
    call: async (call, signal) => {
      for await (const reply of ask('arm', call, port, signal)) return reply
      throw new Cancelled()
    },
  }
}

async function* ask<Kind extends keyof Questions>(
  of: Kind,
  asked: Questions[Kind]['asked'],
  port: MessagePort,
  signal: CancelSignal,
): AsyncGenerator<Questions[Kind]['event'], void> {
  if (signal.aborted) throw new Cancelled()
  lastId += 1
  const id = lastId
  const replies = listen(port, id)
  const stop = (): void => port.postMessage({ kind: 'stop-asking', id } satisfies Question)
  signal.addEventListener('abort', stop)
  try {
    port.postMessage({ kind: 'ask', id, of, asked })
    for (;;) {
      const reply = await replies.next()
      if (reply.kind === 'end') {
        if (reply.failure !== null) throw toError(reply.failure)
        return
      }
      // The main thread answers a question of this kind with nothing else.
      yield reply.event as Questions[Kind]['event']
    }
  } finally {
    signal.removeEventListener('abort', stop)
    replies.close()
    stop()
  }
}

/** Replies to one question, in order. */
function listen(port: MessagePort, id: number) {
  const waiting: Reply[] = []
  let wake: (() => void) | undefined
  const receive = (message: Reply | { readonly kind: 'cancel' }): void => {
    if (message.kind === 'cancel' || message.id !== id) return
    waiting.push(message)
    wake?.()
  }
  port.on('message', receive)
  return {
    next: async (): Promise<Reply> => {
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

/** Who answers on the main thread; where somebody is left out, questions to them fail. */
export type Answerers = {
  readonly models?: ModelFinder | undefined
  readonly arms?: ArmCaller | undefined
}

/** The main thread's end: answers the questions of one job. */
export function serveQuestions(answerers: Answerers, port: Pick<MessagePort, 'postMessage'>) {
  const open = new Map<number, AbortController>()
  let isStopped = false
  const sendReply = (reply: Reply): void => port.postMessage(reply)
  const answer = async (question: Extract<Question, { kind: 'ask' }>): Promise<void> => {
    const { id } = question
    const controller = new AbortController()
    open.set(id, controller)
    try {
      // What was on its way when the job was cancelled must not become a call.
      if (isStopped) throw new Cancelled()
      for await (const event of answerQuestion(question, answerers, controller.signal))
        sendReply({ kind: 'answer', id, event })
      sendReply({ kind: 'end', id, failure: null })
    } catch (error) {
      sendReply({ kind: 'end', id, failure: toPassed(error) })
    } finally {
      open.delete(id)
    }
  }
  return {
    receive: (question: Question): void => {
      if (question.kind === 'ask') void answer(question)
      else open.get(question.id)?.abort()
    },
    /** Stops every answer at once, and those that would follow; for a job that is cancelled or gone. */
    stop: (): void => {
      isStopped = true
      for (const controller of open.values()) controller.abort()
    },
  }
}

async function* answerQuestion(
  question: Extract<Question, { kind: 'ask' }>,
  { models, arms }: Answerers,
  signal: AbortSignal,
): AsyncGenerator<CompletionEvent | ArmReply, void> {
  if (question.of === 'arm') {
    yield await callArm(arms, question.asked, signal)
    return
  }
  const { profileId, request } = question.asked
  const model = models?.(profileId) ?? null
  if (model === null) throw new ModelFailure('handler-invalid', 'No model was given to this run.')
  yield* model.complete({ ...request, signal })
}

async function callArm(arms: ArmCaller | undefined, call: ArmCall, signal: AbortSignal): Promise<ArmReply> {
  try {
    if (arms === undefined) throw new Error('nothing here runs arms')
    return await arms.call(call, signal)
  } catch (error) {
    if (error instanceof Cancelled) throw error
    const why = `${describeError(error)}.`
    const { code, message, figures } = armFailure('arm-not-started', { arm: 'The arm', why })
    return { kind: 'failed', code, message, figures }
  }
}

function toPassed(error: unknown): PassedFailure {
  if (error instanceof ModelFailure) return { kind: 'model', code: error.code, message: error.message }
  if (error instanceof Cancelled) return { kind: 'cancelled' }
  return { kind: 'other', message: describeError(error) }
}
