/** What opens a zip whose files are enciphered by AES-256, said beside its password: Windows Explorer does not. */
export const zipOpeners = '请用 7-Zip、WinRAR、Bandizip 或 Keka（macOS）打开，Windows 资源管理器不能解压';
