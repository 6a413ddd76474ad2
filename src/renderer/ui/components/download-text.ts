/** Gives a text to the person as a file, in the way that the window saves files. */
export function downloadText(fileName: string, text: string, mediaType = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has its own hold on the blob once it has begun.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
