import { describe, expect, it } from 'vitest'
import { findTableAction, type TablePlace } from './table-keys.ts'

const places: readonly TablePlace[] = ['open-group', 'row', 'row', 'collapsed-group', 'open-group', 'row']

function press(keys: string, at: number, canSelectSeveral = true): string {
  const held = keys.split('+')
  const event = {
    key: held.at(-1) ?? '',
    ctrlKey: held.includes('Ctrl'),
    metaKey: held.includes('Meta'),
    altKey: held.includes('Alt'),
    shiftKey: held.includes('Shift'),
  }
  const action = findTableAction({ event, places, at, canSelectSeveral })
  if (action.kind !== 'go') return action.kind
  return `${action.extend ? 'extend to' : 'go to'} ${action.to}`
}

describe('keys on a table', () => {
  it.each([
    ['ArrowDown', 1, 'go to 2'],
    ['ArrowDown', -1, 'go to 0'],
    ['ArrowDown', 5, 'go to 5'],
    ['End', -1, 'go to 5'],
    ['PageUp', 5, 'go to 0'],
    ['Enter', 1, 'open'],
    ['Enter', -1, 'none'],
    ['ArrowLeft', 2, 'go to 0'],
    ['ArrowRight', 2, 'none'],
    ['Alt+ArrowDown', 1, 'none'],
    ['x', 1, 'none'],
  ])('%s on line %d: %s', (keys, at, action) => {
    expect(press(keys, at)).toBe(action)
  })

  it.each([
    ['Enter', 0, 'toggle-group'],
    ['ArrowLeft', 0, 'toggle-group'],
    ['ArrowRight', 0, 'go to 1'],
    ['Enter', 3, 'toggle-group'],
    ['ArrowLeft', 3, 'none'],
    ['ArrowRight', 3, 'toggle-group'],
  ])('collapse and expand groups: %s on line %d: %s', (keys, at, action) => {
    expect(press(keys, at)).toBe(action)
  })

  it.each([
    ['Shift+ArrowDown', 1, 'extend to 2', 'go to 2'],
    ['Shift+Home', 2, 'extend to 0', 'go to 0'],
    [' ', 1, 'toggle-selected', 'none'],
    [' ', 0, 'toggle-selected', 'none'],
    ['Ctrl+a', 1, 'select-all', 'none'],
    ['Meta+A', -1, 'select-all', 'none'],
    ['Ctrl+c', 1, 'none', 'none'],
  ])('select several only where the table asks for it: %s on line %d', (keys, at, several, one) => {
    expect([press(keys, at, true), press(keys, at, false)]).toEqual([several, one])
  })
})
