import { summaryText, type Act, type Step } from '../scenario.ts'
import type { Answer, RequestView, ToolCall } from './protocol.ts'
import type { RequestKind } from './request-kind.ts'

/** A call of one of an agent's own tools. */
export type ToolUse = Pick<ToolCall, 'name' | 'input'>

/** How an act is done with the tools of an agent; null where it has none for it. */
export type UseTool = (act: Act, project: string) => ToolUse | null

/** What the scripted model is told of the agent. */
export type ScriptOptions = {
  readonly steps: readonly Step[]
  /** Size in tokens at which the agent condenses. */
  readonly limit: number
  readonly useTool: UseTool
  readonly project: string
}

/** The scripted model: the answer to each request, given in the order of their arrival. */
export type Script = (kind: RequestKind, view: RequestView, body: unknown) => Answer

/** An act that every agent has a tool for, where one has none for what is wanted. */
const insteadOfUnknown: Act = { kind: 'run', command: 'node tools/search.mjs LIMIT_KG' }
/** What a summary takes away from a history, as a part of the limit. */
const savedShare = 0.8
const outputTokens = 120

/** Begins the scenario with an agent. Its requests are reported as large until it has condensed, and as small after. */
export function createScript({ steps, limit, useTool, project }: ScriptOptions): Script {
  let next = 0
  let number = 0
  let summaries = 0
  const usageOf = (share: number): Answer['usage'] => {
    const input = Math.round(limit * share) - outputTokens
    return { input, cached: Math.round(input * 0.6), output: outputTokens }
  }
  return (kind, view) => {
    number += 1
    if (kind === 'other') return { number, text: 'Parcels', calls: [], usage: usageOf(0.05) }
    if (kind === 'summary') {
      summaries += 1
      return { number, text: summaryText(summaries), calls: [], usage: usageOf(0.9) }
    }
    const step: Step = steps[next] ?? { says: 'Nothing is left to do.', share: 1 }
    next += 1
    const acts = step.acts ?? []
    return {
      number,
      text: step.says,
      ...(step.thinks === undefined ? {} : { thinking: step.thinks }),
      calls: acts.flatMap((act, at) => {
        const use = offerTool(act, view, { useTool, project })
        return use === null ? [] : [{ id: `call_${number}_${at + 1}`, ...use }]
      }),
      usage: usageOf(summaries > 0 ? Math.max(step.share - savedShare, 0.1) : step.share),
    }
  }
}

/** An act with the tools of an agent, or another one where it has none for it. */
export function offerTool(
  act: Act,
  view: RequestView,
  { useTool: translate, project }: Pick<ScriptOptions, 'useTool' | 'project'>,
): ToolUse | null {
  return offered(translate(act, project), view) ?? translate(insteadOfUnknown, project)
}

/** A tool that Qwen Code offers through another one is called through that. */
function offered(use: ToolUse | null, { tools }: RequestView): ToolUse | null {
  if (use === null || tools.includes(use.name)) return use
  return tools.includes('tool_call')
    ? { name: 'tool_call', input: { name: use.name, arguments: use.input } }
    : null
}
