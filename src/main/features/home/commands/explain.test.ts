import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
})
afterAll(() => line.clean())

describe('explain', () => {
  it('says what a metric is, how it is computed, which way is better and what it cannot see', async () => {
    const { code, out } = await line.run(['explain', 'kept', 'what', 'was', 'used', 'next'])
    expect(code).toBe(0)
    expect(out).toMatch(/^Kept what was used next: The share of the facts .*\.\n/)
    expect(out).toMatch(/computed {2}used facts/)
    expect(out).toContain('Higher is better.')
    expect(out).toMatch(/limits +Bans/)
  })

  it('has names for scripts', async () => {
    expect(await line.json(['explain', 'BREAK-EVEN'])).toMatchObject({
      term: 'Break-even',
      definition: expect.stringMatching(/\.$/),
      formula: expect.any(String),
      direction: 'lower',
      limits: expect.any(String),
    })
    expect(await line.json(['explain', 'agent'])).toMatchObject({ formula: null, direction: null })
  })

  it('names what is near an unknown term, and fails', async () => {
    const { code, out, err } = await line.run(['explain', 'survival of paths'])
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(
      /No term is called “survival of paths”.*Paths that survive.*`dewpoint explain` lists all\./,
    )
  })

  it('lists all terms where none is named', async () => {
    const { out } = await line.run(['explain'])
    expect(out).toContain('Causes of cache breaks')
    expect(out).toMatch(/Reduction {2,}The share of the tokens/)
    const { terms } = (await line.json(['explain'])) as { readonly terms: readonly unknown[] }
    expect(terms.length).toBeGreaterThan(200)
  })
})
