import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guideAdviceSchema } from '../../../../shared/home/guide-advice-types.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
})
afterAll(() => line.clean())

const recommend = (text: string) => line.run(['recommend', ...text.split(' ').filter(Boolean)])
describe('dewpoint recommend', () => {
  it('asks its questions where nothing is answered, and says why the bundled tasks name no method', async () => {
    const { code, out, err } = await recommend('')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const option of ['--budget', '--latency', '--loss', '--config']) expect(out).toContain(option)
    expect(out).toMatch(
      /^No method can be named on the 13 bundled tasks: .* keeps \d+\s% .* \(5 condensations\)/m,
    )
    expect(out).not.toContain('claimed')
    expect(out).not.toContain('undefined')
  })

  it('says what to take, why by its figures, what else would do and how to run it', async () => {
    const { out } = await recommend('--budget 0.03 --latency 10s --loss 0 --config presets --goal keeps-most')
    for (const title of ['take', 'budget', 'latency', 'loss', 'configuration', 'goal', 'know'])
      expect(out).toMatch(new RegExp(`^${title} `, 'm'))
    expect(out).toMatch(/^run +dewpoint condense <task> --provider \S+/m)
    expect(out).toMatch(/^know +Measured with Dewpoint \S+ on \d{4}-\d\d-\d\d\./m)
    expect(out).toMatch(/^instead +saves +used next/m)
    expect(out).not.toContain('conflict')
  })

  it('goes by the goal, as Home does', async () => {
    for (const goal of ['cheapest', 'keeps-most', 'balanced']) {
      const { recommendation, answer } = guideAdviceSchema.parse(
        await line.json(['recommend', '--goal', goal]),
      )
      expect(recommendation?.id ?? null).toBe(answer?.recommended)
      expect(answer?.naming.kind).not.toBe('none')
    }
  })

  it('names what cannot be had together', async () => {
    const { out } = await recommend('--loss 0 --config per-message --goal keeps-most')
    expect(out).toMatch(/^conflict +No measured method meets all your answers\. .* (gives|give) way\./m)
  })

  it('names nothing that loses anything where nothing may be lost', async () => {
    expect(await recommend('--loss none')).toMatchObject({
      code: 1,
      out: expect.stringContaining('no lossless method fits: '),
    })
    expect((await recommend('--loss none --goal keeps-most')).out).toMatch(/^take +Lossless/m)
  })

  it('says what is not met and by how much, with exit code 1', async () => {
    const asked = '--loss none --goal keeps-most --latency 0.1ms'
    const { code, out } = await recommend(asked)
    expect(code).toBe(1)
    expect(out).toMatch(
      /^latency not met +You accept 0\.1 ms at most\. Measured: [\d.]+ ms, [\d.]+ ms more\./m,
    )
    const json = await line.run(['recommend', ...asked.split(' '), '--json'])
    expect(json.code).toBe(1)
    expect(JSON.parse(json.out)).toMatchObject({
      unmet: [{ question: 'latency', unit: 'ms', asked: 0.1, measured: expect.any(Number) }],
    })
    expect((await recommend('--loss none --goal keeps-most --latency 100ms')).code).toBe(0)
  })

  it('recommends nothing, with exit code 1, where the data name no method that meets the answers', async () => {
    const { code, out } = await recommend('--loss 10% --goal cheapest')
    expect(code).toBe(1)
    expect(out).not.toMatch(/^(?:take|run) /m)
    expect(out).toMatch(/^instead +saves/m)
  })

  it('is stable as JSON', async () => {
    const asked = 'recommend --budget free --latency A --loss none --goal keeps-most'
    const advice = await line.json(asked.split(' '))
    expect(guideAdviceSchema.parse(advice)).toEqual(advice)
    expect(advice).toMatchObject({
      answers: { budget: 'free', latency: '100ms', loss: 'none' },
      goal: 'keeps-most',
      basis: { kind: 'bundled', writtenBy: expect.any(String) },
      recommendation: { id: expect.any(String), shortOf: [], pick: { providerId: expect.any(String) } },
    })
  })

  // Options are read one by one, so that a run can try four of them.
  it.each<readonly (readonly [option: string, value: string, answer: string])[]>([
    [
      ['budget', '0', 'free'],
      ['latency', '100ms', '100ms'],
      ['loss', '0', 'none'],
      ['config', 'c', 'some'],
    ],
    [
      ['budget', '$0', 'free'],
      ['latency', '<100ms', '100ms'],
      ['loss', '0%', 'none'],
    ],
    [
      ['budget', '0.001', 'fraction'],
      ['latency', '0.1s', '100ms'],
      ['loss', '10', '10%'],
    ],
    [
      ['budget', '0.01', 'fraction'],
      ['latency', '101ms', '500ms'],
      ['loss', '10 %', '10%'],
    ],
    [
      ['budget', '1ct', 'fraction'],
      ['latency', '2s', '2s'],
      ['loss', '11%', '30%'],
    ],
    [
      ['budget', '.03', 'cents'],
      ['latency', '2.5 s', '10s'],
      ['loss', '>50%', 'any'],
    ],
    [
      ['budget', '$0.05', 'cents'],
      ['latency', '1min', 'any'],
      ['loss', '100%', 'any'],
    ],
    [
      ['budget', '0.051', 'open'],
      ['latency', '>10s', 'any'],
      ['loss', 'E', 'any'],
    ],
    [
      ['budget', '>0.05', 'open'],
      ['config', 'per-message', 'per-message'],
    ],
    [['budget', 'b', 'cents']],
    [['budget', 'OPEN', 'open']],
  ])('takes %j and what follows for their answers', async (...given) => {
    const options = given.flatMap(([option, value]) => [`--${option}`, value])
    expect(await line.json(['recommend', ...options])).toMatchObject({
      answers: Object.fromEntries(given.map(([option, , answer]) => [option, answer])),
    })
  })

  it.each([
    ['budget', 'much', /--budget does not take "much"\. It takes open \(A\), .* such as 0\.03\.$/],
    ['budget', '0.03s', /--budget does not take/],
    ['budget', '-1', /./],
    ['latency', '100', /--latency does not take "100"\. .* such as 500ms or 2s\.$/],
    ['latency', 'fast', /--latency/],
    ['loss', '101%', /--loss/],
    ['loss', '1%%', /--loss/],
    ['config', '5', /--config does not take "5"\. It takes none \(A\), .*per-message \(E\)\.$/],
  ])('refuses %s %s in one line', async (option, value, expected) => {
    const { code, out, err } = await line.run(['recommend', `--${option}`, value])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err.trimEnd()).toMatch(expected)
    expect(err.trimEnd().split('\n').length).toBe(1)
  })
})
