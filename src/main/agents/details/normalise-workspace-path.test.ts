import { expect, it } from 'vitest'
import { normaliseWorkspacePath } from './normalise-workspace-path.ts'

it.each([
  ['/home/ana/shop', '/home/ana/shop'],
  ['/home/ana/shop/', '/home/ana/shop'],
  ['/home/ana/shop//', '/home/ana/shop'],
  ['/', '/'],
  [String.raw`c:\Users\bob\shop`, String.raw`C:\Users\bob\shop`],
  ['c:/Users/bob/shop/', String.raw`C:\Users\bob\shop`],
  ['C:\\Users\\bob\\shop\\', String.raw`C:\Users\bob\shop`],
  ['d:\\', 'D:\\'],
  ['\\\\server\\share\\', String.raw`\\server\share`],
  [String.raw`/home/ana/back\slash`, String.raw`/home/ana/back\slash`],
  ['', ''],
])('%s is the workspace %s', (recorded, path) => expect(normaliseWorkspacePath(recorded)).toBe(path))
