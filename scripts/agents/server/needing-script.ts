import type { Act } from '../scenario.ts'
import type { Answer } from './protocol.ts'
import { offerTool, type Script, type UseTool } from './script.ts'

/** Something that a model has to know before it goes on. */
export type Need = {
  /** Words that are in a request where it is known. */
  readonly tells: string
  /** What is done where it is not. */
  readonly act: Act
}

/** What a needing model is told. */
export type NeedingOptions = {
  readonly needs: readonly Need[]
  readonly useTool: UseTool
  /** Folder of the project, as a request names it. */
  readonly project: (request: string) => string
}

const outputTokens = 100
/** Requests after which it gives up, whatever it was not told. */
const mostTurns = 40

/**
 * A model that answers from what it was sent: it asks for a file or runs a command again where the request does not have
 * what it said, and breaks a rule that is not there. What it is charged for is what was sent: four characters a token, those
 * that an earlier request began with from the cache.
 */
export function createNeedingScript({ needs, useTool, project }: NeedingOptions): Script {
  let number = 0
  const sent: string[] = []
  return (kind, view, body) => {
    number += 1
    const text = JSON.stringify(body)
    const usage = chargeFor(text, sent)
    sent.push(text)
    const plain = (says: string): Answer => ({ number, text: says, calls: [], usage })
    if (kind !== 'turn') return plain('Parcels')
    const asked = text.lastIndexOf('without calling any tool')
    if (asked >= 0) return plain(answerQuestions(text.slice(0, asked), text.slice(asked)))
    const missing = number > mostTurns ? undefined : needs.find(({ tells }) => !text.includes(tells))
    if (missing === undefined) return plain('Done: nothing is missing.')
    const use = offerTool(missing.act, view, { useTool, project: project(text) })
    if (use === null) return plain('There is no tool for this.')
    return { number, text: 'I do not have that.', calls: [{ id: `call_need_${number}`, ...use }], usage }
  }
}

/** Answers the questions of a probe from what stands before them in the request, and nothing else. */
function answerQuestions(known: string, asked: string): string {
  const lines = [
    ...asked.matchAll(/(\d{1,2})\. (?:What is the value of “([^”]+)”|I gave you this rule: “([^”]+)”)/g),
  ]
  return lines
    .map(([, number, name, rule]) => {
      const [before = '', after = ''] = (name === undefined ? (rule ?? '') : `${name} = '…'`).split('…')
      const at = known.indexOf(before)
      const rest = at < 0 ? '' : known.slice(at + before.length)
      return `${number}. ${at < 0 ? 'unknown' : rest.slice(0, rest.indexOf(after))}`
    })
    .join('\n')
}

/** What a request takes: what an earlier one began with is read from the cache. */
function chargeFor(text: string, sent: readonly string[]): Answer['usage'] {
  const known = sent.reduce((most, earlier) => Math.max(most, countSharedStart(text, earlier)), 0)
  const input = Math.ceil(text.length / 4)
  return { input, cached: Math.min(input - 1, Math.floor(known / 4)), output: outputTokens }
}

function countSharedStart(text: string, other: string): number {
  const most = Math.min(text.length, other.length)
  let at = 0
  while (at < most && text.charCodeAt(at) === other.charCodeAt(at)) at += 1
  return at
}
