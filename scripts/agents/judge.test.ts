import { describe, expect, it } from 'vitest'
import type { Item } from '../../src/main/agents/testing/wire-items.ts'
import { judge, type Case } from './judge.ts'

const asked: Item = ['user', 'Mend it']
const said: Item = ['assistant', 'Done']
const whole: Case = {
  name: 'An agent',
  version: '1.0.0',
  driver: { condensedByHand: 1 },
  kinds: ['turn', 'summary', 'summary', 'turn', 'summary', 'turn'],
  sent: [[asked], [asked, said], [said]],
  read: [[asked], [asked, said], [said]],
  condensations: 2,
  refusedHosts: [],
  arm: { id: 'its-arm', findings: [] },
}

describe('judging a reader by what its agent sent', () => {
  it('finds nothing where each request is the same, part by part', () => {
    expect(judge(whole)).toMatchObject({ requests: 3, equal: 3, condensations: 2, known: [], unknown: [] })
  })

  it.each<[string, Case['read'], string]>([
    [
      'another text',
      [[asked], [asked, ['assistant', 'Don']], [said]],
      'request 2, item 2: sent "assistant" "Done", read "assistant" "Don"',
    ],
    [
      'a part too many',
      [[asked, said], [asked, said], [said]],
      'request 1, item 2: sent nothing, read "assistant" "Done"',
    ],
    [
      'a request that is missing',
      [[asked], [asked, said]],
      'request 3, item 1: sent "assistant" "Done", read nothing',
    ],
  ])('names %s by its place', (_, read, difference) => {
    expect(judge({ ...whole, read })).toMatchObject({ equal: 2, unknown: [difference] })
  })

  it('counts differences that are known apart from others', () => {
    const known = [{ reason: 'lost', fits: ({ request }: { readonly request: number }) => request < 3 }]
    const read = [[said], [said], []]
    const result = judge({ ...whole, read, driver: { condensedByHand: 1, known } })
    expect(result).toMatchObject({ equal: 0, known: [{ reason: 'lost', requests: 2 }] })
    expect(result).toMatchObject({ unknown: [expect.stringMatching(/^request 3/)] })
  })

  it('names what its arm does otherwise', () => {
    const finding = { condensation: 1, trigger: '', items: 9, kept: 7, reasons: [], unknown: 'item 2' }
    const arm = { id: 'its-arm', findings: [finding, { ...finding, unknown: null }] }
    expect(judge({ ...whole, arm })).toMatchObject({ equal: 3, unknown: ['arm its-arm: item 2'] })
  })

  it('misses condensations that are not told, and one that the agent was to make by itself', () => {
    expect(judge({ ...whole, condensations: 1 })).toMatchObject({
      unknown: ['2 condensations asked for, 1 told'],
    })
    expect(judge({ ...whole, kinds: ['turn', 'summary'], condensations: 1 })).toMatchObject({
      unknown: ['it did not condense by itself: 1 summary, 1 to be made by hand'],
    })
  })
})
