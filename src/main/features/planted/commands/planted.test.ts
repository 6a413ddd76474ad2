import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { controlIds } from '../../../../shared/kernel/control.ts'
import { plantedKinds, plantedResultSchema } from '../../../../shared/planted/planted-types.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { expectJson } from '../../../cli/testing/expect-json.ts'
import { makePlantedSession } from '../../../measure/planted/make-session.ts'
import {
  startModelServer,
  type ModelServer,
  type SeenRequest,
} from '../../../platform/llm/testing/model-server.ts'

let line: CommandLine
beforeEach(async () => {
  line = await makeCommandLine()
})
afterEach(() => line.clean())

const small = ['--histories', '2', '--size', '5k', '--rounds', '1,2']
const measure = async (...more: readonly string[]) =>
  plantedResultSchema.parse(await expectJson(line, 'planted', ...small, ...more))

describe('planted', () => {
  it('says of each kind what methods keep, beside the controls of their size', async () => {
    const { methods, histories } = await measure('--methods', 'lossless,sliding-window-current')
    expect(histories).toBe(2)
    const [lossless, sliding] = methods
    expect(methods.map(({ id }) => id)).toEqual(['lossless', 'sliding-window-current'])
    expect(lossless?.rounds.map(({ rounds }) => rounds)).toEqual([1, 2])
    for (const { shares, controls, lead } of lossless?.rounds ?? []) {
      expect(shares.all.there).toBe(1)
      for (const kind of plantedKinds) expect(shares.kinds[kind].items).toBeGreaterThanOrEqual(4)
      expect(controlIds).toEqual(expect.arrayContaining(Object.keys(controls)))
      expect(controls.names?.all.there).toBeLessThan(0.3)
      expect(lead.difference).toBe(1 - Math.max(...Object.values(controls).map(({ all }) => all.there)))
    }
    const [once, twice] = sliding?.rounds ?? []
    expect(once?.shares.all.there).toBeLessThan(1)
    expect(once?.shares.all.low).toBeLessThan(once?.shares.all.there ?? 0)
    expect(twice?.tokens).toBeLessThan(once?.tokens ?? 0)
  })

  it('says what is there at each size, and where a control is not beaten', async () => {
    const { methods, controls } = await measure('--methods', 'sliding-window-current,codex-remote-like')
    const [sliding, codex] = methods.map(({ once }) => once)
    const counted = [sliding?.curve, codex?.curve, ...Object.values(controls)].map((curve) =>
      curve?.sizes.map(({ tokens }) => tokens),
    )
    // All are brought to the same sizes, each twice the one before.
    for (const sizes of counted) expect(sizes).toEqual(counted[0])
    expect(counted[0]?.[3]).toBeCloseTo(8 * (counted[0]?.[0] ?? 0), -1)
    // Nothing but the newest messages, which is what a control has.
    expect(sliding?.curve.area.all.there).toBeCloseTo(controls['last-messages']?.area.all.there ?? -1, 1)
    expect(sliding?.areaLead.low).toBeLessThanOrEqual(0)
    const there = codex?.curve.sizes.map(({ shares }) => shares.all.there) ?? []
    expect(there.at(-1)).toBeGreaterThan(there[0] ?? 1)
    const [a = 0, b = 0, c = 0, d = 0] = there
    expect(codex?.curve.area.all.there).toBeCloseTo((a / 2 + b + c + d / 2) / 3)
    expect(codex?.charges.map(({ onceUsd }) => onceUsd > 0)).toEqual([true, true, true])
  })

  it('is the same for the same seed, and another for another', async () => {
    const own = ['--methods', 'truncation']
    const first = await measure(...own)
    expect(await measure(...own, '--seed', '1')).toEqual(first)
    expect(await measure(...own, '--seed', '2')).not.toEqual(first)
  })

  it('prints a table for each number of condensations', async () => {
    const { code, out } = await line.run(['planted', ...small, '--methods', 'lossless,codex-local'])
    expect(code).toBe(0)
    expect(out).toMatch(/^Kept against tokens$/m)
    expect(out).toMatch(/^control: last messages +\d+ +\d+ +\d+ +\d+/m)
    expect(out).toMatch(/^After 1 condensation$/m)
    expect(out).toMatch(/^After 2 condensations$/m)
    expect(out).toMatch(/^codex-local \* +[\d,]+ +\d+/m)
    expect(out).toMatch(/^controls as large as +names/m)
  })

  it.each([
    ['--methods', 'nobody', /nobody/],
    ['--rounds', '0', /whole numbers from 1 to 20/],
    ['--histories', '1', /one has no interval/],
    ['--size', '3k', /from 5000 to 1M/],
    ['--seed', 'x', /whole number/],
    ['--model', 'nobody', /what that may cost/],
    ['--budget', '1', /no model is asked/],
    ['--model', 'nobody --budget 1', /nobody cannot be used/],
  ])('refuses %s %s', async (option, value, message) => {
    const { code, err } = await line.run(['planted', option, ...value.split(' ')])
    expect(code).not.toBe(0)
    expect(err).toMatch(message)
  })
})

describe('planted with a model', () => {
  let server: ModelServer
  afterEach(() => server.close())

  /** A model that reads: it answers with the last line that names what is asked for. */
  async function startReader(): Promise<void> {
    server = await startModelServer({
      protocol: 'openai-chat',
      script: ({ body }) => ({ kind: 'answer', texts: [answerQuestions(body)] }),
    })
    const where = ['--vendor', 'openai-compatible', '--model', 'm', '--base-url', server.url]
    const prices = ['--window', '200000', '--input-price', '1', '--output-price', '2']
    await expectJson(line, 'profiles', 'add', 'local', ...where, ...prices)
  }

  it('asks it from each context, from everything and from nothing', async () => {
    await startReader()
    const { methods, ends } = await measure(
      '--methods',
      'lossless,codex-local',
      '--model',
      'local',
      '--budget',
      '9',
    )
    expect(ends?.full.shares.all.there).toBeGreaterThan(0.5)
    expect(ends?.full).toMatchObject({ callsRight: 2, calls: 2 })
    expect(ends?.nothing).toMatchObject({ callsRight: 0, shares: { all: { there: 0 } } })
    const [lossless, codex] = methods
    expect(lossless?.rounds[0]?.answers).toEqual(ends?.full)
    // It writes the summary as well, and knows nothing in it.
    expect(codex).toMatchObject({ isExtracted: false })
    const { there = 1 } = codex?.rounds[0]?.answers?.shares.kinds['open-task'] ?? {}
    expect(there).toBeLessThan(0.5)
  })

  it('stops where the budget ends', async () => {
    await startReader()
    const asked = ['--methods', 'lossless', '--model', 'local', '--budget', '0.001']
    const { code, err } = await line.run(['planted', ...small, ...asked])
    expect(code).not.toBe(0)
    expect(err).toMatch(/The budget ended/)
  })
})

const items = [0, 1].flatMap((at) => makePlantedSession(1, at, 5000).items)

/** Answers each question with the last line of the record that names what it is about. */
function answerQuestions({ messages }: SeenRequest['body']): string {
  const lines = JSON.stringify(messages).split(String.raw`\n`)
  const asked = lines.filter((text) => /^\d+\. .*\?/.test(text))
  const known = lines.filter((text) => !asked.includes(text))
  const answers = asked.map((question, at) => {
    const { key } = items.find((item) => question.includes(item.key)) ?? { key: '' }
    const said = known.findLast((text) => text.includes(key)) ?? 'The record does not say.'
    const [value = ''] = /\b\d{4}\b/.exec(said) ?? []
    const call = JSON.stringify({ tool: 'set_value', arguments: { name: key, value } })
    return { number: at + 1, answer: question.includes('set_value') ? call : said }
  })
  return JSON.stringify({ answers })
}
