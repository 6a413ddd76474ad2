import { expect, it } from 'vitest'
import { explainFileError } from '../../agents/read-source-file.ts'
import { toReply } from './explain-failure.ts'

it('says of a folder that may not be read just that, and calls it no mistake of its own', () => {
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
  expect(toReply(explainFileError('/home/other/tasks', denied))).toMatchObject({
    message: 'tasks may not be read by this user',
    data: { code: 'not-allowed', where: '/home/other/tasks', hint: 'Give yourself the right to read it.' },
  })
})
