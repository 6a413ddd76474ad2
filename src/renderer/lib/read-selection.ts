/** The text that a person has selected within an element; empty where none is. */
export function readSelection(within: Element | null): string {
  const selection = document.getSelection()
  return selection?.anchorNode != null && within?.contains(selection.anchorNode) === true
    ? selection.toString().trim()
    : ''
}
