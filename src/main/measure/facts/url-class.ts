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
      const key = found.replace(/(?<![.,;:!?…$])[.,;:!?…$]+$/, '').replace(/\/$/, '')
      return /^https?:\/\/[\w.-]+/.test(key) ? [{ key, start: index, end: index + key.length }] : []
    }),
}
