import { describe, expect, it } from 'vitest'
import { findYamlPlace } from './yaml-place.ts'

describe('the place in YAML that is being written', () => {
  it.each([
    ['the beginning', '', [], 'key', ''],
    ['a key', 'na', [], 'key', 'na'],
    ['a value', 'name: x\nbaseline: v', ['baseline'], 'value', 'v'],
    ['a key of a map', 'checkpoints:\n  thr', ['checkpoints'], 'key', 'thr'],
    ['the key after a map', 'checkpoints:\n  threshold: 80\nvar', [], 'key', 'var'],
    ['an item', 'metrics:\n  - fa', ['metrics', 0], 'item', 'fa'],
    ['the third item', 'metrics:\n  - a\n  - b\n  - ', ['metrics', 2], 'item', ''],
    ['an item as far left as its key', 'metrics:\n- a\n- b', ['metrics', 1], 'item', 'b'],
    ['a key after such a list', 'metrics:\n- a\njud', [], 'key', 'jud'],
    ['the first key of an item', 'variants:\n  - id: a\n  - pro', ['variants', 1], 'item', 'pro'],
    ['a further key of an item', 'variants:\n  - id: a\n    pro', ['variants', 0], 'key', 'pro'],
    [
      'the value of an item',
      'variants:\n  - id: a\n    provider: sm',
      ['variants', 0, 'provider'],
      'value',
      'sm',
    ],
    ['a value behind a dash', 'variants:\n  - provider: sm', ['variants', 0, 'provider'], 'value', 'sm'],
    [
      'a key inside settings',
      'variants:\n  - id: a\n    settings:\n      ke',
      ['variants', 0, 'settings'],
      'key',
      'ke',
    ],
    ['a list on one line', 'metrics: [facts, co', ['metrics', 1], 'value', 'co'],
    ['a map on one line', 'variants:\n  - { id: a, pro', ['variants', 0], 'key', 'pro'],
    [
      'a value in a map on one line',
      'variants:\n  - { id: a, provider: na',
      ['variants', 0, 'provider'],
      'value',
      'na',
    ],
    ['a list in a map on one line', 'checkpoints: { at: [0.5, re', ['checkpoints', 'at', 1], 'value', 're'],
    [
      'what comes behind comments and blank lines',
      'variants:\n\n  # one\n  - id: a\n\n    pre',
      ['variants', 0],
      'key',
      'pre',
    ],
    ['a quoted key', '"assert":\n  - metric: x', ['assert', 0, 'metric'], 'value', 'x'],
  ])('is read: %s', (_name, text, path, expects, typed) => {
    expect(findYamlPlace(text)).toEqual({ path, expects, typed })
  })
})
