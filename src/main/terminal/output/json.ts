import { escapeControls } from '../../../shared/kernel/show-controls.ts'

/** Indented JSON with a line end, for people who read what machines get; what could steer a terminal is spelt `\\u…`. */
export function formatJson(value: unknown): string {
  return `${formatJsonLine(value, 2)}\n`
}

/** The same on one line without its end. */
export function formatJsonLine(value: unknown, indent = 0): string {
  return escapeControls(JSON.stringify(value, null, indent))
}
