import { describe, expect, it } from 'vitest'
import { folderNameOf } from './folder-name-of.ts'

describe('the name of a folder', () => {
  it('is the last one in a path of any platform', () => {
    expect(folderNameOf('/tasks/0199-aa/')).toBe('0199-aa')
    expect(folderNameOf('C:\\tasks\\0199-bb')).toBe('0199-bb')
    expect(folderNameOf('')).toBe('')
  })
})
