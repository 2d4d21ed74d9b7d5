// Stands at the end of both pages: what is below the oldest browsers (../../browsers.ts) would show half a page or none; written for whatever comes.
if (!window.structuredClone)
  document.body.innerHTML = '<p role="alert" style="padding: 24px">浏览器版本过低，请升级后重新打开</p>';
