import type { HistoryRule } from './invariant.ts'

const rule = 'roles-legal'

/** Roles are `user` and `assistant`, and a user speaks first. Equal roles in a row are merged by the API. */
export const rolesLegal: HistoryRule = {
  rule,
  check: (messages) =>
    messages.flatMap(({ role }, messageIndex) => {
      if (role !== 'user' && role !== 'assistant') {
        return [{ rule, messageIndex, detail: `role "${role}" is not known to the API` }]
      }
      return messageIndex === 0 && role !== 'user'
        ? [{ rule, messageIndex, detail: 'the first message is not the user’s' }]
        : []
    }),
}
