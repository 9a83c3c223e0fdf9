// Measures a package of npm: npm.cjs robots-parser job FOLDER AGENT PASSES | hostile FILE URL AGENT.
//
// Prints lines of a name and a figure in seconds, as soon as each is known. Exits with 3 if the
// package is not installed.
"use strict";
const fs = require("fs");
const path = require("path");

const AT = "https://www.example.com/robots.txt";
const AT_A_TIME = 16;
const [name, what, ...rest] = process.argv.slice(2);

let parser;
try {
  parser = require(name);
  tell("version", require(name + "/package.json").version);
} catch {
  process.exit(3);
}

function tell(name, value) {
  fs.writeSync(1, `${name} ${value}\n`);
}

function spentBy(call) {
  const clock = process.threadCpuUsage ?? process.cpuUsage;
  const started = clock.call(process);
  call();
  const spent = clock.call(process, started);
  return (spent.user + spent.system) / 1e6;
}

const parse = (text) => parser(AT, text);
// No rule may be about a URL, and that allows it.
const allows = (robots, url, agent) => robots.isAllowed(url, agent) !== false;

function warm(files, agent) {
  let spent = 0;
  let asked = 0;
  for (let start = 0; start < files.length; start += AT_A_TIME) {
    const ready = files.slice(start, start + AT_A_TIME).map((one) => [parse(one.text), one.urls]);
    spent += spentBy(() => {
      for (const [robots, urls] of ready) for (const url of urls) allows(robots, url, agent);
    });
    for (const [, urls] of ready) asked += urls.length;
  }
  return spent / Math.max(asked, 1);
}

function job(folder, agent, passes) {
  const names = fs.readdirSync(path.join(folder, "files")).sort();
  const read = (...parts) => fs.readFileSync(path.join(folder, ...parts), "utf8");
  const lines = (text) => text.split("\n").filter((line) => line !== "");
  const files = names.map((name) => ({
    text: read("files", name),
    urls: lines(read("urls", name)),
  }));
  const heavy = lines(read("heavy")).map((at) => files[Number(at)]);
  for (let pass = 0; pass < Number(passes); pass += 1) {
    tell("parse", spentBy(() => files.forEach((one) => parse(one.text))));
    const cold = (one) => allows(parse(one.text), one.urls[0], agent);
    tell("cold", spentBy(() => files.forEach(cold)));
    tell("warm-text", warm(files, agent));
    tell("heavy-text", warm(heavy, agent));
  }
  const verdicts = files.flatMap((one) => {
    const robots = parse(one.text);
    return one.urls.map((url) => (allows(robots, url, agent) ? "1" : "0"));
  });
  tell("verdicts", verdicts.join(""));
}

function once(call) {
  let calls = 1;
  let spent = spentBy(call);
  while (spent < 0.1) {
    calls *= 2;
    spent = spentBy(() => {
      for (let at = 0; at < calls; at += 1) call();
    });
  }
  return spent / calls;
}

function hostile(file, url, agent) {
  const text = fs.readFileSync(file, "utf8");
  tell("compile", once(() => parse(text)));
  const robots = parse(text);
  tell("text", once(() => allows(robots, url, agent)));
  tell("allowed", Number(allows(robots, url, agent)));
}

if (what === "job") job(...rest);
else hostile(...rest);
