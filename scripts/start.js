// Plain JavaScript, which any Node reads: a checkout without its development packages is started by the Node that is there.

if (process.features.typescript) await import('./start.ts')
else {
  const { node } = process.versions
  console.error(`Dewpoint is not started by Node ${node}: run "npm ci" without --omit=dev, which brings one.`)
  process.exitCode = 1
}
