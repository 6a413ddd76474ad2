import { isMap, isScalar, isSeq, parseDocument, type Document } from 'yaml'
import type { JsonPath } from '../editor-fields/read-json-at-path.ts'
import type { JsonValue } from '../schema-form/settings-value.ts'

/** One change of the form. */
export type TextEdit =
  /** Undefined takes the key away. */
  | { readonly kind: 'set'; readonly path: JsonPath; readonly value: JsonValue | undefined }
  /** Moves an item of a list by one place. */
  | { readonly kind: 'move'; readonly path: JsonPath; readonly index: number; readonly by: 1 | -1 }

/**
 * The YAML with one change in it. Comments, order and the way of writing of everything else stay. A text that is no
 * YAML stays as it is.
 */
export function editYamlText(text: string, edit: TextEdit): string {
  const document = parseDocument(text)
  if (document.errors.length > 0) return text
  if (edit.kind === 'move') move(document, edit)
  else set(document, edit.path, edit.value)
  return document.toString({ lineWidth: 0, flowCollectionPadding: false })
}

function set(document: Document, path: JsonPath, value: JsonValue | undefined): void {
  if (value === undefined) {
    if (document.hasIn(path)) document.deleteIn(path)
    return
  }
  if (!isPlainList(value)) {
    document.setIn(path, isSimple(value) ? value : document.createNode(value))
    return
  }
  const old = document.getIn(path, true)
  const list = document.createNode(value)
  if (isSeq(old) && isSeq(list)) {
    // Items that stay keep their comments.
    old.items = list.items.map(
      (item) =>
        old.items.find((before) => isScalar(before) && isScalar(item) && before.value === item.value) ?? item,
    )
  } else {
    if (isSeq(list)) list.flow = value.every((item) => typeof item !== 'string' || item.length < 24)
    document.setIn(path, list)
  }
}

function move(document: Document, { path, index, by }: Extract<TextEdit, { kind: 'move' }>): void {
  const list = document.getIn(path, true)
  if (!isSeq(list)) return
  const [item] = list.items.slice(index, index + 1)
  const target = index + by
  if (item === undefined || target < 0 || target >= list.items.length) return
  // A blank line or a comment before the first item belongs to it and goes along.
  list.items = list.items.toSpliced(index, 1).toSpliced(target, 0, item)
  for (const [place, entry] of list.items.entries()) {
    if (place === 0 && (isMap(entry) || isScalar(entry))) entry.spaceBefore = false
  }
}

function isSimple(value: JsonValue): boolean {
  return value === null || typeof value !== 'object'
}

function isPlainList(value: JsonValue): value is JsonValue[] {
  return Array.isArray(value) && value.every(isSimple)
}
