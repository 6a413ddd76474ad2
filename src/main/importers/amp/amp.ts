import { fileURLToPath } from 'node:url'
import { editorsOn, joinOn } from '../discovery/editors.ts'
import type { FindPlaces } from '../discovery/storage-place.ts'
import type { ImportFormat } from '../format.ts'
import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { readObject } from '../json/read-object.ts'
import { recordsOf } from '../requests/blocks.ts'
import { textInFirst } from '../session-key.ts'
import { sessionTask } from '../session/session-task.ts'
import { readThread } from './read-thread.ts'

/** A thread of Amp: its older versions keep them on the machine, and newer ones export them. */
export const amp: ImportFormat = {
  id: 'amp',
  version: 1,
  label: 'Amp session',
  agent: 'amp',
  idOf: ({ head }) => textInFirst(head, 'id'),
  endings: ['.json'],
  recognises: ({ values: [value] }) => isRecord(value) && isThread(value),
  read: (source) => {
    const file = source.only()
    const { object, problems } = readObject(source, file)
    return sessionTask(source, {
      format: 'amp',
      agent: 'amp',
      session: readThread(object['messages']),
      reading: { problems: problems.slice(0, 1) },
      title: textOf(object['title']),
      workspace: workspaceOf(object),
      relations: { parentId: null, childIds: [] },
      problems: [],
    })
  },
  places: (...given) => placesOf(...given),
}

function isThread({ id, created, messages }: Fields): boolean {
  return (
    typeof id === 'string' && id.startsWith('T-') && typeof created === 'number' && Array.isArray(messages)
  )
}

/** The first folder that it was started with, which is written as an address. */
function workspaceOf(thread: Fields): string | null {
  const initial = fieldsAt(fieldsAt(thread, 'env'), 'initial')
  const uri = textOf(initial['cwd']) ?? textOf(recordsOf(initial['trees'])[0]?.['uri'])
  if (uri === null || !uri.startsWith('file:')) return uri
  try {
    return fileURLToPath(uri)
  } catch {
    return uri
  }
}

/** Newer versions keep threads on its servers: of those only exports can be read. */
const placesOf: FindPlaces = (machine) => {
  const { AMP_DATA_HOME: own, XDG_DATA_HOME: data } = machine.environment
  const root = own || data || joinOn(machine, machine.home, '.local', 'share')
  const folders = editorsOn(machine).map(({ name, userFolder }) => ({
    editor: name,
    path: joinOn(machine, userFolder, 'globalStorage', 'sourcegraph.amp', 'threads3'),
  }))
  return [{ editor: null, path: joinOn(machine, root, 'amp', 'threads') }, ...folders].map((place) => ({
    agent: 'Amp',
    ...place,
    holds: { kind: 'files', endings: ['.json'] },
  }))
}
