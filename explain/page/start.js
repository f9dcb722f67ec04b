// Plays the page's story; a live page plays others in its place.
let playing = null;
const blank = ["header", "nav", "main"].map((name) => document.querySelector(name).cloneNode(true));
function again(story) {
  playing?.abort();
  playing = new AbortController();
  for (const part of blank) document.querySelector(part.tagName).replaceWith(part.cloneNode(true));
  player(story, playing.signal);
}
again(JSON.parse(document.getElementById("data").textContent));
