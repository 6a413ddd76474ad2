import { assertNever } from '../../../src/shared/kernel/assert-never.ts'
import { countTokens } from '../bill.ts'
import { between, seededRandom, type Random } from '../random.ts'
import { seedOf } from './logs.ts'
import type { Step, Story, Use } from './story.ts'
import { promptOf, traitsOf, type Usage } from './traits.ts'
import { useTool, type Used } from './use-tool.ts'

/** A use of a tool with what came back. */
export type PlayedUse = Used & { readonly use: Use; readonly doneTs: number }

/** What happened, with times in milliseconds since 1970 and tokens as the model counts them. */
export type Played =
  | { readonly kind: 'typed'; readonly ts: number; readonly text: string }
  | {
      readonly kind: 'answer'
      /** When it was asked for, and when it was there. */
      readonly ts: number
      readonly doneTs: number
      readonly thought: string
      readonly text: string
      readonly uses: readonly PlayedUse[]
      readonly usage: Usage
    }
  | {
      readonly kind: 'condensation'
      readonly ts: number
      readonly doneTs: number
      readonly trigger: 'auto' | 'manual'
      readonly summary: string
      /** Index among all that happened of the first thing that it kept as it was. */
      readonly keptFrom: number
      /** Of the call that wrote the summary. */
      readonly usage: Usage
      readonly tokensBefore: number
      readonly tokensAfter: number
    }

export type PlayedStory = {
  readonly story: Story
  readonly happened: readonly Played[]
  readonly endTs: number
  /** For ids: goes on where the story ended, the same each time. */
  readonly random: Random
}

/** A cache that nobody reads for this long is gone. */
const cacheMs = 5 * 60_000

/** Plays a story: does to its project what its tools do, and counts what each model call sent. */
export function playStory(story: Story): PlayedStory {
  const player = new Player(story)
  for (const step of story.isSerial === true ? story.steps.flatMap(oneByOne) : story.steps) player.play(step)
  return player.finish()
}

/** An answer for each use of a tool. */
function oneByOne(step: Step): readonly Step[] {
  if (step.kind !== 'answer') return [step]
  const [first, ...others] = step.uses
  if (first === undefined) return [step]
  return [
    { ...step, uses: [first] },
    ...others.map((use): Step => ({ kind: 'answer', thought: '', text: '', uses: [use] })),
  ]
}

class Player {
  readonly #story: Story
  readonly #random: Random
  readonly #files: Map<string, string>
  readonly #happened: Played[] = []
  /** Tokens of what is sent, by index of what happened; summaries count as what happened. */
  #sizes = new Map<number, number>()
  #nowMs: number
  #cached = { tokens: 0, untilMs: 0 }

  constructor(story: Story) {
    this.#story = story
    this.#random = seededRandom(seedOf(story.id))
    this.#files = new Map(Object.entries(story.files))
    this.#nowMs = Date.parse(story.startedAt)
  }

  play(step: Step): void {
    switch (step.kind) {
      case 'typed':
        this.#happen({ kind: 'typed', ts: this.#nowMs, text: step.text }, step.text)
        this.#wait(20, 200)
        break
      case 'answer':
        this.#answer(step)
        break
      case 'condense':
        this.#condense(step)
        break
      case 'pause':
        this.#nowMs += step.minutes * 60_000
        break
      default:
        assertNever(step)
    }
  }

  finish(): PlayedStory {
    return { story: this.#story, happened: this.#happened, endTs: this.#nowMs, random: this.#random }
  }

  #answer({ thought, text, uses }: Extract<Step, { kind: 'answer' }>): void {
    const ts = this.#nowMs
    const written = [thought, text, ...uses.map((use) => JSON.stringify(use))].join('\n')
    const usage = this.#bill(countTokens(written))
    this.#wait(2500, 14_000)
    const doneTs = this.#nowMs
    const played = uses.map((use): PlayedUse => {
      const used = useTool(use, { files: this.#files, workspace: this.#story.workspace })
      this.#wait(40, use.tool === 'run' ? 16_000 : 300)
      return { ...used, use, doneTs: this.#nowMs }
    })
    this.#happen(
      { kind: 'answer', ts, doneTs, thought, text, uses: played, usage },
      [written, ...played.map(({ result }) => result)].join('\n'),
    )
    if (uses.length === 0) this.#wait(25_000, 240_000)
  }

  #condense({ trigger, summary }: Extract<Step, { kind: 'condense' }>): void {
    const { keptAnswers, keepsTyped, lead } = traitsOf[this.#story.agent]
    const ts = this.#nowMs
    const tokensBefore = this.#promptTokens()
    const usage = this.#bill(countTokens(summary))
    this.#wait(15_000, 50_000)
    const answers = this.#happened.flatMap(({ kind }, at) => (kind === 'answer' ? [at] : []))
    const keptFrom = keptAnswers === 0 ? this.#happened.length : (answers.at(-keptAnswers) ?? 0)
    const kept = [...this.#sizes].filter(
      ([at]) => at >= keptFrom || (keepsTyped && this.#happened[at]?.kind === 'typed'),
    )
    this.#sizes = new Map([...kept, [this.#happened.length, countTokens(lead + summary)]])
    const tokensAfter = this.#promptTokens()
    const { overhead } = traitsOf[this.#story.agent]
    this.#cached = { tokens: overhead, untilMs: this.#nowMs + cacheMs }
    this.#happened.push({
      kind: 'condensation',
      ts,
      doneTs: this.#nowMs,
      trigger,
      summary,
      keptFrom,
      usage,
      tokensBefore,
      tokensAfter,
    })
  }

  #happen(played: Played, text: string): void {
    this.#sizes.set(this.#happened.length, countTokens(text))
    this.#happened.push(played)
  }

  #promptTokens(): number {
    const { overhead, scale } = traitsOf[this.#story.agent]
    const history = [...this.#sizes.values()].reduce((sum, size) => sum + size, 0)
    return Math.round(overhead + scale * history)
  }

  #bill(written: number): Usage {
    const { scale, writesCache } = traitsOf[this.#story.agent]
    const prompt = this.#promptTokens() + between(this.#random, 0, 40)
    const cacheReads = this.#nowMs <= this.#cached.untilMs ? Math.min(this.#cached.tokens, prompt) : 0
    const rest = prompt - cacheReads
    const fresh = writesCache ? Math.min(rest, between(this.#random, 2, 9)) : rest
    const usage = { fresh, cacheReads, cacheWrites: rest - fresh, output: Math.round(scale * written) + 8 }
    // Those who do not bill writes cache whole blocks.
    const tokens = writesCache ? promptOf(usage) : Math.floor(promptOf(usage) / 128) * 128
    this.#cached = { tokens, untilMs: this.#nowMs + cacheMs }
    return usage
  }

  #wait(lowMs: number, highMs: number): void {
    this.#nowMs += between(this.#random, lowMs, highMs)
  }
}
