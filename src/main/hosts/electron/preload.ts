import { contextBridge, ipcRenderer, webUtils } from 'electron/renderer'
import { desktopConnectMessage, type DesktopBridge } from '../../../shared/api/desktop-bridge.ts'
import { channels } from './channels.ts'

type Listener = (command: string) => void

const listeners = new Set<Listener>()
// A deep link can be followed before the page listens.
const waiting: string[] = []

ipcRenderer.on(channels.command, (_event, command: string) => {
  if (listeners.size === 0) waiting.push(command)
  for (const listener of listeners) listener(command)
})

function onCommand(listener: Listener): () => void {
  listeners.add(listener)
  for (const command of waiting.splice(0)) listener(command)
  return () => {
    listeners.delete(listener)
  }
}

async function grantForFile(file: File): Promise<string | null> {
  // Only a file that the person dropped or chose has a path; the page cannot make one up.
  const path = webUtils.getPathForFile(file)
  if (path === '') return null
  const grant: string | null = await ipcRenderer.invoke(channels.grantFile, path)
  return grant
}

const bridge: DesktopBridge<File> = {
  door: 'desktop',
  openFolder: () => ipcRenderer.invoke(channels.openFolder),
  grantForFile,
  savePdf: (report) => ipcRenderer.invoke(channels.savePdf, report),
  dragOut: (file) => ipcRenderer.invoke(channels.dragOut, file),
  onCommand,
}

contextBridge.exposeInMainWorld('dewpoint', bridge)

window.addEventListener('message', (event) => {
  if (event.source === window && event.data === desktopConnectMessage) {
    ipcRenderer.postMessage(channels.connect, null, [...event.ports])
  }
})
