import { expect, it } from 'vitest'
import { movePaths } from './move-paths.ts'

it.each([
  ['/work/app', '/copy/1/app', { text: 'read /work/app/src/a.ts' }, { text: 'read /copy/1/app/src/a.ts' }],
  ['/work/app', '/copy/1/app', ['/work/app', '/work/app.'], ['/copy/1/app', '/copy/1/app.']],
  [
    '/work/app',
    '/copy/1/app',
    { text: '/work/app2/a /work/app-old' },
    { text: '/work/app2/a /work/app-old' },
  ],
  ['C:\\app', 'D:\\copy', { text: 'C:\\app\\a.ts' }, { text: 'D:\\copy\\a.ts' }],
  ['', '/copy', { text: 'a' }, { text: 'a' }],
])('names a copy of %s where the project was named', (from, to, value, moved) => {
  expect(movePaths(value, from, to)).toEqual(moved)
})
