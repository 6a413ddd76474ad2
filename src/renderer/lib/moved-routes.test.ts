import { expect, it } from 'vitest'
import { findMovedRoute, findMovedTab } from './moved-routes.ts'

it.each([
  ['/guide', '/methods/choose'],
  ['/runs/by=provider', '/activity'],
  ['/nowhere', '/home'],
])('leads from %s on to %s', (from, to) => {
  expect(findMovedRoute(from)).toBe(to)
})

it.each([
  ['compare', undefined, '/task/t1/methods'],
  ['condense', undefined, '/task/t1/methods/settings'],
  ['condense', 'smart', '/task/t1/methods/settings/smart'],
  ['runs', undefined, '/task/t1/methods'],
  ['replay', 'when', '/when/t1'],
  ['replay', 'policies', null],
  ['messages', '3', null],
])('leads from the tab %s of a task, %s, on to %s', (tab, detail, to) => {
  expect(findMovedTab('t1', tab, detail)).toBe(to)
})
