import type { FactClass } from './fact-class.ts'
import { isSaid } from './is-said.ts'

const url = /https?:\/\/[^\s"'`<>()[\]{}|\\^*]{1,2000}/g

/** Addresses on the web. */
export const urlClass: FactClass = {
  id: 'url',
  label: 'URLs',
  isFounder: isSaid,
  scan: (text) =>
    [...text.matchAll(url)].flatMap(({ 0: found, index }) => {
      const key = found
        .replace(/(?<![.,;:!?…$])[.,;:!?…$]+$/, '')
        .replace(/\/$/, '')
        // A number behind the host is its port, one behind a file is a line.
        .replace(/^(https?:\/\/[^/]+\/.*\.\w{1,10})(?::\d{1,7}){1,2}$/, '$1')
      return /^https?:\/\/[\w.-]+/.test(key) ? [{ key, start: index, end: index + key.length }] : []
    }),
}
