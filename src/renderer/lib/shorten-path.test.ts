import { expect, test } from 'vitest'
import { shortenPath } from './shorten-path.ts'

test.each([
  ['', ''],
  ['README.md', 'README.md'],
  ['src/routes/app.tsx', 'src/routes/app.tsx'],
  ['/a/b/c/d.ts', '/a/b/c/d.ts'],
  ['a-name-without-any-folder-in-front.tsx', 'a-name-without-any-folder-in-front.tsx'],
  ['components/a-long-name-of-a-file.tsx', 'components/a-long-name-of-a-file.tsx'],
  ['/components/a-long-name-of-a-file.tsx', '/components/a-long-name-of-a-file.tsx'],
  ['/home/mara/code/harbour/src/routes/app.tsx', '…/routes/app.tsx'],
  ['packages/web/src/routes/app.tsx', '…/routes/app.tsx'],
  ['/home/mara/code/harbour/src/routes/', '…/src/routes/'],
  ['C:\\Users\\mara\\code\\src\\app.tsx', '…\\src\\app.tsx'],
])('shows the end of %j as %j', (path, end) => {
  expect(shortenPath(path)).toBe(end)
})
