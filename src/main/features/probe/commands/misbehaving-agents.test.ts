import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeProbeBench, waitUntil, type ProbeBench } from '../testing/probe-bench.ts'

let bench: ProbeBench
beforeEach(async () => {
  bench = await makeProbeBench()
  bench.told['FAKE_AGENT_OUTSIDE'] = join(bench.line.folder, 'outside')
})
afterEach(() => bench.clean())

const args = ['--methods', 'recorded', '--forks', '1', '--yes', '--minutes', '0.05']

const ways = [
  ['hang', 'it did nothing for 0.05 minutes'],
  ['flood', 'it did nothing for 0.05 minutes'],
  ['half', 'it ended as if all were well, and no answer is in its session'],
  ['half-said', 'it ended with an error ({"type":"res)'],
  ['nothing', 'it ended as if all were well, and no answer is in its session'],
  ['remove', 'it ended as if all were well, and no answer is in its session'],
  ['crash', 'it ended with an error (Error: 401 invalid key at line 1)'],
] as const
/** Those that the gate takes. */
const few: readonly string[] = ['hang', 'remove']
const tried =
  process.env['DEWPOINT_ALL_HISTORIES'] === undefined ? ways.filter(([way]) => few.includes(way)) : ways

describe('an agent that misbehaves', () => {
  it.each(tried)('by "%s" ends the probe in one line, and is tried again next time', async (way, said) => {
    const before = bench.hashPerson()
    bench.told['FAKE_AGENT_WAY'] = way
    const { code, err } = await bench.probe(...args, '--keep')
    expect([code, err.trimEnd().split('\n').slice(-1)]).toEqual([
      2,
      [expect.stringContaining(`pi did not go on with the session: ${said}`)],
    ])
    expect(bench.listPrograms()).toEqual([])
    expect(bench.listWork()).toEqual([])
    expect(bench.server.requests).toEqual([])
    bench.told['FAKE_AGENT_WAY'] = ''
    const result = await bench.play('--methods', 'recorded', '--forks', '1')
    expect(result.forks.map(({ end }) => end)).toEqual(['finished', 'finished', 'finished'])
    expect(bench.hashPerson()).toBe(before)
  })

  it('leaves no program behind that it sent into the background', async () => {
    bench.told['FAKE_AGENT_WAY'] = 'daemon'
    const { code } = await bench.probe(...args)
    expect(code).toBe(0)
    await waitUntil(() => bench.listPrograms().length === 0)
    expect(bench.listWork()).toEqual([])
  })

  it('is cancelled while it hangs and listens to no signal', async () => {
    bench.told['FAKE_AGENT_WAY'] = 'hang'
    const canceller = new AbortController()
    const words = bench.words('--methods', 'recorded', '--forks', '1', '--yes')
    const running = bench.line.run(words, bench.environment(), canceller.signal)
    await waitUntil(() => bench.listPrograms().some(() => bench.listWork().length > 0))
    canceller.abort()
    expect((await running).code).not.toBe(0)
    await waitUntil(() => bench.listPrograms().length === 0)
    expect(bench.listWork()).toEqual([])
  })

  it('is named where it changes the project that its copy was made of', async () => {
    bench.told['FAKE_AGENT_WAY'] = 'outside'
    bench.told['FAKE_AGENT_OUTSIDE'] = join(bench.probed.project, 'src/stray.ts')
    const { code, out } = await bench.probe(...args)
    expect(code).toBe(0)
    expect(out).toContain('Your project changed while recorded, fork 1 was at work: src/stray.ts')
  })
})
