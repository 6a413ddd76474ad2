import { defaultSearchLimits, type TaskSearch } from '../../../../agents/find-tasks.ts'

/** Why not all of a folder was looked through for tasks, and what to do; empty where all was. */
export function searchReservations({
  isCut,
  closed,
}: Pick<TaskSearch, 'isCut' | 'closed'>): readonly string[] {
  const [first] = closed
  const more = closed.length > 1 ? ` and ${closed.length - 1} more` : ''
  return [
    ...(isCut ? [cutText] : []),
    ...(first === undefined
      ? []
      : [`${first}${more} may not be read by this user. Give yourself the right to read what is in there.`]),
  ]
}

const cutText = `It holds more than ${defaultSearchLimits.folders.toLocaleString('en-US')} folders, and the others were not looked into. Take a folder inside of it.`
