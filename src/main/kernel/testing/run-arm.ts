import type { Message } from '../../../shared/kernel/message.ts'
import { externalMethod } from '../../methods/external/external.ts'
import type { ArmCall, ArmReply } from '../external-arm.ts'
import { modelBy } from './model-by.ts'
import { conversationFor } from './run-on.ts'
import { runWith } from './run-with.ts'
import { end, long, read, task } from './small-histories.ts'

/** A small history with three files that were read. */
export const armHistory: Message[] = [
  task,
  ...read('a', 'a.ts', long('alpha')),
  ...read('b', 'b.ts', long('beta')),
  ...read('c', 'c.ts', long('gamma')),
  end,
]

/** What an arm is given. */
export type ArmDocument = { messages: Message[] } & Readonly<Record<string, unknown>>

/** Runs the provider with an arm that is a function. */
export async function runArm(
  answer: (document: ArmDocument) => unknown,
  settings: Readonly<Record<string, unknown>> = {},
  more: Partial<Parameters<typeof runWith>[2]> = {},
  source: readonly Message[] = armHistory,
) {
  const calls: ArmCall[] = []
  const call = (asked: ArmCall): Promise<ArmReply> => {
    calls.push(asked)
    const given = answer(JSON.parse(asked.document))
    return Promise.resolve({
      kind: 'answered',
      text: typeof given === 'string' ? given : JSON.stringify(given),
    })
  }
  const outcome = await runWith(
    {
      provider: externalMethod,
      settings: { command: ['/usr/bin/arm', '--fast'], ...settings },
      conversation: conversationFor(source),
    },
    modelBy(() => []),
    { ...more, services: { arms: { call } } },
  )
  const { summary, condensed } = outcome
  return {
    calls,
    summary,
    error: summary.error,
    result: condensed?.conversation.messages,
    provenance: condensed?.provenance,
  }
}
