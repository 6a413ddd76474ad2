import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../testing/command-line.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
})
afterAll(() => line.clean())

const recommend = (text: string) => line.run(['recommend', ...text.split(' ').filter(Boolean)])
const answersTo = async (option: string, value: string): Promise<unknown> =>
  line.json(['recommend', `--${option}`, value])

describe('dewpoint recommend', () => {
  it('asks its questions where nothing is answered, and names the default', async () => {
    const { code, out, err } = await recommend('')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const option of ['--budget', '--latency', '--loss', '--config']) expect(out).toContain(option)
    expect(out).toMatch(/^take +Native$/m)
    expect(out).not.toContain('undefined')
  })

  it('says what to take, why, what else would do and how to run it', async () => {
    const { out } = await recommend('--budget 0.03 --latency 10s --loss 10% --config presets')
    expect(out).toMatch(/^take +Smart, conservative$/m)
    for (const title of ['budget', 'latency', 'loss', 'configuration'])
      expect(out).toMatch(new RegExp(`^${title} `, 'm'))
    expect(out).toMatch(/^run +dewpoint condense <task> --provider smart --preset conservative$/m)
    expect(out).toMatch(/^Lossless +lossless/m)
    expect(out).not.toContain('conflict')
  })

  it('names what cannot be had together', async () => {
    const { out } = await recommend('--latency 100ms --loss 0')
    expect(out).toMatch(/^take +Lossless, strict$/m)
    expect(out).toMatch(/^conflict +Nothing is at once .*under 100 ms and without any loss/m)
  })

  it('is stable as JSON', async () => {
    expect(await line.json(['recommend', '--budget', 'free', '--latency', 'A'])).toMatchObject({
      answers: { budget: 'free', latency: '100ms' },
      recommendation: { providerId: 'truncation', presetId: null, profileId: null, label: 'Truncation' },
      reasons: [
        { question: 'budget', text: expect.any(String) },
        { question: 'latency', text: expect.any(String) },
        { question: null, text: expect.stringContaining('plainest of 3') },
      ],
      conflicts: [],
      cautions: [expect.any(String), expect.stringContaining('extractive')],
      alternatives: expect.arrayContaining([
        expect.objectContaining({ providerId: 'lossless', reason: expect.any(String) }),
      ]),
    })
    expect(await line.json(['recommend'])).toMatchObject({
      answers: {},
      recommendation: { providerId: 'native' },
    })
  })

  it.each([
    ['budget', '0', 'free'],
    ['budget', '$0', 'free'],
    ['budget', '0.001', 'fraction'],
    ['budget', '0.01', 'fraction'],
    ['budget', '1ct', 'fraction'],
    ['budget', '.03', 'cents'],
    ['budget', '$0.05', 'cents'],
    ['budget', '0.051', 'open'],
    ['budget', '>0.05', 'open'],
    ['budget', 'b', 'cents'],
    ['budget', 'OPEN', 'open'],
    ['latency', '100ms', '100ms'],
    ['latency', '<100ms', '100ms'],
    ['latency', '0.1s', '100ms'],
    ['latency', '101ms', '500ms'],
    ['latency', '2s', '2s'],
    ['latency', '2.5 s', '10s'],
    ['latency', '1min', 'any'],
    ['latency', '>10s', 'any'],
    ['loss', '0', 'none'],
    ['loss', '0%', 'none'],
    ['loss', '10', '10%'],
    ['loss', '10 %', '10%'],
    ['loss', '11%', '30%'],
    ['loss', '>50%', 'any'],
    ['loss', '100%', 'any'],
    ['loss', 'E', 'any'],
    ['config', 'c', 'some'],
    ['config', 'per-message', 'per-message'],
  ])('takes %s %s for %s', async (option, value, answer) => {
    expect(await answersTo(option, value)).toMatchObject({ answers: { [option]: answer } })
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
