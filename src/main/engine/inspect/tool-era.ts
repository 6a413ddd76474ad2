import type { Part } from '../../../shared/domain/part.ts'
import type { ToolEra } from '../../../shared/domain/task.ts'

/** How the tool calls of a history are written. */
export function toolPartsEra(parts: readonly (readonly Part[])[]): ToolEra {
  let native = false
  let xml = false
  for (const part of parts.flat()) {
    if (part.kind !== 'tool-call') continue
    if (part.holder === 'input') native = true
    else xml = true
  }
  if (native && xml) return 'mixed'
  return native ? 'native' : xml ? 'xml' : 'none'
}
