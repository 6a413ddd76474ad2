import { describe, expect, it } from 'vitest'
import { makeTask } from '../../../../../shared/testing/make-task.ts'
import { createFigureMaximum, createFigureSum } from './sums.ts'

const buildTasks = (...tokens: readonly (number | null)[]) =>
  tokens.map((value, index) => makeTask({ id: `${index}`, tokens: value }))

describe('figures of a group', () => {
  it.each([
    [[1, 2, 3], 6, 3],
    [[1, null, 3], 4, 3],
    [[0, null], 0, 0],
    [[-5, -7], -12, -5],
    [[null, null], null, null],
    [[], null, null],
  ])('of %j add up to %j with %j at most', (tokens, sum, latest) => {
    expect(createFigureSum((task) => task.tokens)(buildTasks(...tokens))).toBe(sum)
    expect(createFigureMaximum((task) => task.tokens)(buildTasks(...tokens))).toBe(latest)
  })
})
